import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../../reader/documents/schema-walk.js";
import type { Fact, Flow, Part } from "../part.js";

/** Members that aren't on the wire: notes, and what only the described application or its operator knows. */
const ignored: readonly string[] = [
  "bindingVersion",
  "description",
  "kafka.partitions",
  "kafka.replicas",
  "kafka.topicConfiguration",
  "kafka.groupId",
  "kafka.clientId",
];

/** Members that are schemas, by the kind of what is bound. */
const schemas: Readonly<Record<Bound, readonly string[]>> = {
  server: [],
  channel: ["ws.query", "ws.headers"],
  operation: ["http.query"],
  message: ["http.headers", "kafka.key"],
};

/** What has bindings. */
export type Bound = "server" | "channel" | "operation" | "message";

/** What binds a part to its transport: the values by protocol and member, such as `http.method`. */
export function bindingsOf(contracts: Contracts, owner: Place | undefined, bound: Bound): Fact {
  const bindings = owner && dereference(contracts, below(owner, "bindings"));
  if (!isRecord(bindings?.value)) return { value: {} };
  const values = entriesOf(bindings).flatMap(([protocol, reference]) =>
    leaves(dereference(contracts, reference).value, protocol),
  );
  const known = [...ignored, ...schemas[bound]];
  const kept = values.filter(([name]) => !known.some((each) => name === each || isBelow(name, each)));
  return { value: Object.fromEntries(kept), at: bindings };
}

/** The schemas in the bindings of a part. */
export function bindingSchemas(
  contracts: Contracts,
  owner: Place | undefined,
  { bound, flow }: { readonly bound: Bound; readonly flow: Flow },
): Part[] {
  if (owner === undefined) return [];
  const bindings = dereference(contracts, below(owner, "bindings"));
  return schemas[bound].flatMap((name) => {
    const [protocol = "", member = ""] = name.split(".");
    const schema = below(dereference(contracts, below(bindings, protocol)), member);
    if (schema.value === undefined) return [];
    return [{ kind: "binding-schema", key: name, title: `\`${name}\``, at: schema, flow, schema }];
  });
}

function leaves(value: unknown, path: string): [string, unknown][] {
  if (!isRecord(value)) return [[path, value]];
  return Object.entries(value)
    .filter(([name]) => !ignored.includes(name) && !name.startsWith("x-"))
    .flatMap(([name, member]) => leaves(member, `${path}.${name}`));
}

function isBelow(name: string, parent: string): boolean {
  return name.startsWith(`${parent}.`);
}
