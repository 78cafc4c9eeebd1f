import metaSchema from "@asyncapi/specs/schemas/3.0.0-without-$id.json" with { type: "json" };

type Json = Readonly<Record<string, unknown>>;

/** What has bindings, as the meta-schema calls it. */
const owners = ["server", "channel", "operation", "message"] as const;
type Owner = (typeof owners)[number];

const definitions: Json = metaSchema.definitions;

/** The definitions of what binds something to a protocol, by protocol, owner and version: `bindings-kafka-0.5.0-channel`. */
const bound = Object.keys(definitions).flatMap((key) => {
  const [, name = "", version = "", owner = ""] = /^bindings-(\w+)-([\d.]+)-(\w+)$/.exec(key) ?? [];
  if (name === "") return [];
  // Its definitions have the long name.
  return [{ key, protocol: name === "websockets" ? "ws" : name, version, owner: owner as Owner }];
});

interface BindingDocument {
  readonly operations: object;
  readonly [section: string]: unknown;
}

/** Values of types; the others are texts. */
const others: Readonly<Record<string, unknown>> = {
  object: { any: "text" },
  integer: 2,
  number: 2,
  boolean: true,
};

/** An AsyncAPI document for each protocol and version of its bindings that the meta-schema of AsyncAPI 3.0 knows, with every member that it lists. */
export const bindingDocuments: Readonly<Record<string, BindingDocument>> = Object.fromEntries(
  [...new Set(bound.map(({ protocol, version }) => `${protocol} ${version}`))].map((name) => {
    const [protocol = "", version = ""] = name.split(" ");
    const bindings = Object.fromEntries(
      bound
        .filter((each) => each.protocol === protocol && each.version === version)
        .map(({ owner, key }) => [owner, { bindings: { [protocol]: sample(definitions[key]) } }]),
    );
    return [name, bindingDocument(protocol, bindings)];
  }),
);

function bindingDocument(
  protocol: string,
  bindings: Readonly<Partial<Record<Owner, object>>>,
): BindingDocument {
  return {
    asyncapi: "3.0.0",
    info: { title: "t", version: "1" },
    servers: { main: { host: "a.example.com", protocol, ...bindings.server } },
    channels: {
      things: {
        address: "things",
        messages: { Changed: { payload: { type: "object" }, ...bindings.message } },
        ...bindings.channel,
      },
    },
    operations: { send: { action: "send", channel: { $ref: "#/channels/things" }, ...bindings.operation } },
  };
}

/** A value with every member that a schema of the meta-schema lists: the first of a choice. */
function sample(schema: unknown): unknown {
  const { $ref, enum: values, const: only, oneOf, anyOf, properties, items, type } = record(schema);
  if ($ref === "#/definitions/schema") return { type: "string", maxLength: 9 };
  if (typeof $ref === "string") return sample($ref.split("/").slice(1).reduce(member, metaSchema));
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (properties !== undefined) {
    const own = Object.entries(record(properties)).map(([name, each]) => [name, sample(each)] as const);
    return { ...Object.fromEntries(own), ...record(alternative(oneOf)) };
  }
  if (oneOf !== undefined || anyOf !== undefined) return alternative(oneOf ?? anyOf);
  if (type === "array") return [sample(items)];
  return others[String(type)] ?? "text";
}

function alternative(list: unknown): unknown {
  const found = (Array.isArray(list) ? list : []).filter(
    (each) => !/Reference/.test(String(record(each).$ref)),
  );
  return found.length === 0 ? undefined : sample(found[0]);
}

function member(value: unknown, token: string): unknown {
  return record(value)[token];
}

function record(value: unknown): Json {
  return value !== null && typeof value === "object" ? (value as Json) : {};
}
