import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, dereference, type Place, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Fact, Part, PartFlow } from "../part.js";

/** Members of any binding that are notes. */
const notes: readonly string[] = ["bindingVersion", "description"];

/** Members that only those who run the broker or the described application need. */
const operators: readonly string[] = [
  "kafka.partitions",
  "kafka.replicas",
  "kafka.topicConfiguration",
  "kafka.groupId",
  "kafka.clientId",
];

/** Members that are schemas, by the kind of what is bound; where some may also be a number, or a text. */
export const boundSchemas: Readonly<Record<Bound, readonly string[]>> = {
  server: ["mqtt.sessionExpiryInterval", "mqtt.maximumPacketSize"],
  channel: ["ws.query", "ws.headers"],
  operation: ["http.query", "mqtt.messageExpiryInterval"],
  message: [
    "http.headers",
    "kafka.key",
    "jms.headers",
    "anypointmq.headers",
    "mqtt.correlationData",
    "mqtt.responseTopic",
  ],
};

/** What has bindings. */
export type Bound = "server" | "channel" | "operation" | "message";

/** Whether a member of a binding, such as `kafka.partitions`, isn't seen by programs on the other side. */
export function isForOperators(name: string): boolean {
  return operators.some((each) => name === each || name.startsWith(`${each}.`));
}

/** What binds a part to its transport: the values by protocol and member, such as `http.method`. */
export function bindingsFact(contracts: Contracts, owner: Place | undefined, bound: Bound): Fact {
  const bindings = owner && dereference(contracts, below(owner, "bindings"));
  if (!isRecord(bindings?.value)) return { value: {} };
  const values = childPlaces(bindings)
    .filter(([protocol]) => !protocol.startsWith("x-"))
    .flatMap(([protocol, reference]) =>
      childPlaces(dereference(contracts, reference))
        .filter(([name]) => !notes.includes(name) && !name.startsWith("x-"))
        .map(([name, member]) => [`${protocol}.${name}`, member] as const),
    )
    .filter(([name, member]) => !isBoundSchema(name, member, bound))
    .flatMap(([name, member]) => leaves(contracts, member, { path: name, around: [] }));
  return { value: Object.fromEntries(values), at: bindings };
}

/** The schemas in the bindings of a part. */
export function bindingSchemas(
  contracts: Contracts,
  owner: Place | undefined,
  { bound, flow }: { readonly bound: Bound; readonly flow: PartFlow },
): Part[] {
  if (owner === undefined) return [];
  const bindings = dereference(contracts, below(owner, "bindings"));
  return boundSchemas[bound].flatMap((name) => {
    const [protocol = "", member = ""] = name.split(".");
    const schema = below(dereference(contracts, below(bindings, protocol)), member);
    if (!isBoundSchema(name, schema, bound)) return [];
    return [{ kind: "binding-schema", key: name, title: `\`${name}\``, at: schema, flow, schema }];
  });
}

function isBoundSchema(name: string, { value }: Place, bound: Bound): boolean {
  return boundSchemas[bound].includes(name) && (isRecord(value) || typeof value === "boolean");
}

interface Path {
  readonly path: string;
  /** The keys of the places that it is in, since references may lead back. */
  readonly around: readonly string[];
}

function leaves(contracts: Contracts, reference: Place, { path, around }: Path): [string, unknown][] {
  const place = dereference(contracts, reference);
  const key = placeKey(place);
  if (!isRecord(place.value) || around.includes(key)) return [[path, place.value]];
  return childPlaces(place).flatMap(([name, member]) =>
    leaves(contracts, member, { path: `${path}.${name}`, around: [...around, key] }),
  );
}
