import { toPointer } from "@oipkit/runtime/json-pointer";
import AjvModule from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import { SchemaError } from "../schema-error.js";
import { type Dialect, metaSchema } from "./dialect.js";

const options = { strict: false, logger: false, validateFormats: false } as const;
type MetaAjv = Pick<InstanceType<typeof AjvModule.default>, "validate" | "errors" | "schemas" | "refs">;
const instances = new Map<Dialect["name"], MetaAjv>();

function ajvOf(name: Dialect["name"]): MetaAjv {
  const known = instances.get(name);
  if (known) return known;
  const ajv: MetaAjv =
    name === "2020-12" ? new Ajv2020Module.default(options) : new AjvModule.default(options);
  instances.set(name, ajv);
  return ajv;
}

/** One of the public meta-schemas, by its URI. */
export function metaSchemaOf(uri: string): unknown {
  const name = uri.startsWith("https://json-schema.org/draft/2020-12/")
    ? "2020-12"
    : uri === metaSchema["draft-07"]
      ? "draft-07"
      : undefined;
  return name === undefined ? undefined : ajvOf(name).schemas[uri]?.schema;
}

/** Throws `SchemaError` if a document isn't a schema of the dialect. */
export function assertSchema(
  document: { readonly path: string; readonly value: unknown },
  dialect: Dialect,
): void {
  const ajv = ajvOf(dialect.name);
  if (ajv.validate(metaSchema[dialect.name], document.value) === true) return;
  const errors = ajv.errors ?? [];
  const deepest = errors.reduce(
    (best, error) => (depth(error.instancePath) > depth(best.instancePath) ? error : best),
    errors[0] ?? { instancePath: "", message: "isn't a valid JSON Schema" },
  );
  throw new SchemaError(deepest.message ?? "isn't a valid JSON Schema", {
    document: document.path,
    pointer: deepest.instancePath || toPointer([]),
  });
}

function depth(pointer: string): number {
  return pointer.split("/").length;
}
