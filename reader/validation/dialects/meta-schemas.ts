import { toPointer } from "@oipkit/runtime/json-pointer";
import AjvModule from "ajv";
import Ajv2019Module from "ajv/dist/2019.js";
import Ajv2020Module from "ajv/dist/2020.js";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import { type Dialect, type DialectName, metaSchema } from "../../documents/dialects/dialect.js";
import { isSchemaObject } from "../../documents/schema-walk.js";
import { SchemaError } from "../violation.js";

const options = { strict: false, logger: false, validateFormats: false } as const;
type MetaAjv = Pick<InstanceType<typeof AjvModule.default>, "validate" | "errors" | "schemas" | "refs">;
const instances = new Map<DialectName, MetaAjv>();
const dialectNames = Object.keys(metaSchema) as DialectName[];

function ajvFor(name: DialectName): MetaAjv {
  const known = instances.get(name);
  if (known) return known;
  const ajv = newAjv(name);
  instances.set(name, ajv);
  return ajv;
}

function newAjv(name: DialectName): MetaAjv {
  switch (name) {
    case "2020-12":
      return new Ajv2020Module.default(options);
    case "2019-09":
      return new Ajv2019Module.default(options);
    case "draft-07":
      return new AjvModule.default(options);
    case "draft-06":
      return new AjvModule.default(options).addMetaSchema(draft06);
  }
}

/** One of the public meta-schemas, by its URI. */
export function findMetaSchema(uri: string): unknown {
  const name = dialectNames.find(
    (each) => uri === metaSchema[each] || uri.startsWith(`${metaSchemaFolder(each)}meta/`),
  );
  if (name === undefined) return undefined;
  return ajvFor(name).schemas[uri]?.schema;
}

function metaSchemaFolder(name: DialectName): string {
  return metaSchema[name].replace(/schema$/, "");
}

/** Throws `SchemaError` if what is at a place isn't a schema of its dialect. Schemas in it of another dialect are left out. */
export function assertSchema({
  document,
  tokens,
  value,
  dialect,
}: {
  readonly document: { readonly path: string };
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly dialect: Dialect;
}): void {
  const ajv = ajvFor(dialect.name);
  if (ajv.validate(metaSchema[dialect.name], withoutOtherDialects(value, true)) === true) return;
  const errors = ajv.errors ?? [];
  const deepest = errors.reduce((best, error) => {
    if (depth(error.instancePath) > depth(best.instancePath)) return error;
    return best;
  }, errors[0] ?? { instancePath: "", message: "isn't a valid JSON Schema" });
  throw new SchemaError(deepest.message ?? "isn't a valid JSON Schema", {
    document: document.path,
    pointer: toPointer(tokens) + deepest.instancePath,
  });
}

/** Whether a schema inside of another one may be of another dialect. */
export function hasOwnDialect(value: unknown): boolean {
  return isSchemaObject(value) && typeof value.$schema === "string" && typeof value.$id === "string";
}

/** A value with `true` in place of each schema inside that names a dialect; the same value if there is none. */
function withoutOtherDialects(value: unknown, isRoot: boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!isRoot && hasOwnDialect(value)) return true;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutOtherDialects(item, false));
    if (items.some((item, index) => item !== value[index])) return items;
    return value;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, withoutOtherDialects(item, false), item] as const,
  );
  if (entries.every(([, item, before]) => item === before)) return value;
  return Object.fromEntries(entries.map(([key, item]) => [key, item]));
}

function depth(pointer: string): number {
  return pointer.split("/").length;
}
