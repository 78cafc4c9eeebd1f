/** A schema as JSON. */
export type Json = Record<string, unknown>;

/** What the schemas of a document are written in. */
export type Dialect = "openapi-3.0" | "openapi-3.1" | "json-schema" | "draft-07" | "asyncapi";

/** Whether schemas are files of their own. */
export function isInFiles(dialect: Dialect): boolean {
  return dialect === "json-schema" || dialect === "draft-07";
}

/** Names that schemas refer to, with schemas that others extend. */
export function bases(dialect: Dialect): Record<string, Json> {
  const isOld = dialect === "openapi-3.0";
  const orNull = isOld ? { type: "object", nullable: true } : { type: ["object", "null"] };
  const self = { $ref: reference(dialect)("Tree") };
  return {
    Text: { type: "string" },
    Level: { type: "string", enum: ["low", "high"] },
    Point: object({ a: { type: "number" }, b: { type: "string" } }, ["a"]),
    Loose: object({ a: { type: "string" }, b: { type: "boolean" }, c: { type: "number" } }),
    OrNull: { ...orNull, properties: { a: { type: "string" }, c: { type: "boolean" } } },
    Either: {
      anyOf: [object({ a: { type: "string" } }), object({ a: { type: "number" }, b: { type: "string" } })],
    },
    Tree: object({ a: { type: "string" }, next: self, list: { type: "array", items: self } }),
    Extended: {
      allOf: [{ $ref: reference(dialect)("Loose") }, object({ d: { type: "string" } })],
    },
  };
}

/** The name of the modules of a schema, and of its file. */
export function fileName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

/** References to the schema of a name. */
export function reference(dialect: Dialect): (name: string) => string {
  return (name) => (isInFiles(dialect) ? `${fileName(name)}.schema.json` : `#/components/schemas/${name}`);
}

function object(properties: Json, required: readonly string[] = []): Json {
  if (required.length === 0) return { type: "object", properties };
  return { type: "object", properties, required };
}
