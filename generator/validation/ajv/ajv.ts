import { toPointer } from "@oipkit/runtime/json-pointer";
import Ajv2020Module from "ajv/dist/2020.js";
import type { Contracts } from "../../read/contracts.js";
import type { Document } from "../../read/document.js";
import { annotationKeywords, openApiAnnotations } from "../../read/keywords.js";
import { compilePattern } from "../../read/pattern.js";
import { fileOf } from "../../read/references.js";
import { isSchemaObject, type SchemaObject } from "../../read/schema-walk.js";
import { formatNames } from "../formats.js";

const Ajv2020 = Ajv2020Module.default;
/** An instance of Ajv. */
export type Ajv = InstanceType<typeof Ajv2020>;

/** Compiles patterns as validators do. Ajv puts `code` into modules, which aren't made here. */
const patternEngine = Object.assign((pattern: string) => compilePattern(pattern), { code: "new RegExp" });

/**
 * Ajv for the schemas of contracts: it reports invalid schemas and keywords without effect. It knows
 * 2020-12, the formats that validators check, `x-…` annotations and the annotations of OpenAPI and AsyncAPI.
 */
export function createAjv(contracts: Contracts): Ajv {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateSchema: false,
    code: { regExp: patternEngine },
    // `checkSchemas` reports unknown formats.
    validateFormats: false,
    // `describeError` reads the schema and the value of an error.
    verbose: true,
    logger: false,
  });
  for (const name of formatNames) ajv.addFormat(name, true);
  // Ajv knows the `id` of draft-04, in order to refuse it.
  ajv.removeKeyword("id");
  for (const keyword of [...annotationKeywords, ...openApiAnnotations])
    if (!ajv.RULES.keywords[keyword]) ajv.addKeyword(keyword);
  for (const keyword of extensionsIn(contracts)) ajv.RULES.keywords[keyword] = true;
  schemaKeywords.set(ajv, new Set(Object.keys(ajv.RULES.keywords)));
  for (const keyword of rootKeys(contracts)) ajv.RULES.keywords[keyword] = true;
  for (const [path, name] of contracts.names) {
    const document = contracts.documents.get(path);
    if (isSchemaObject(document?.value)) ajv.addSchema(asHolder(document.value), uriOf(name));
  }
  return ajv;
}

/** The root of an AsyncAPI or OpenAPI document isn't a schema, so its `id` and `$self` don't identify one. */
function asHolder(value: SchemaObject): SchemaObject {
  if (!("asyncapi" in value || "openapi" in value)) return value;
  const { id: _id, $id: _$id, $self: _self, $schema: _$schema, ...others } = value;
  return others;
}

/** The keywords that a schema may have, in this configuration of Ajv. */
export const schemaKeywords = new WeakMap<Ajv, ReadonlySet<string>>();

/** Ajv treats the root of a document that contains a schema as a schema too, and is strict about its keys. */
function rootKeys(contracts: Contracts): string[] {
  const all = [...contracts.names.keys()].flatMap((path) => contracts.documents.get(path) ?? []);
  const wholes = all.flatMap((document) =>
    document.scan.references.flatMap(({ ref }) => (/#./.test(ref) ? [] : (fileOf(document, ref) ?? []))),
  );
  const schemas = new Set([...contracts.schemas.map(({ path }) => path), ...wholes]);
  const holders = all.filter(({ path, value }) => !schemas.has(path) && isSchemaObject(value));
  return [...new Set(holders.flatMap(({ value }) => Object.keys(value as object)))];
}

/** The URI of a place in a document, as registered with Ajv. */
export function schemaUri(contracts: Contracts, document: Document, tokens: readonly string[]): string {
  const pointer = toPointer(tokens);
  return (
    uriOf(contracts.names.get(document.path) ?? document.file) +
    (pointer === "" ? "" : `#${pointer.split("/").map(encodeURIComponent).join("/")}`)
  );
}

function uriOf(name: string): string {
  return `oip:///${name.split("/").map(encodeURIComponent).join("/")}`;
}

const extensions = new WeakMap<Contracts, readonly string[]>();

function extensionsIn(contracts: Contracts): readonly string[] {
  const known = extensions.get(contracts);
  if (known) return known;
  const found = new Set<string>();
  for (const path of contracts.names.keys()) {
    const text = contracts.documents.get(path)?.text ?? "";
    for (const [, name] of text.matchAll(/(?<![\w-])(x-[A-Za-z0-9_.-]+)/g)) if (name) found.add(name);
  }
  const names = [...found].sort();
  extensions.set(contracts, names);
  return names;
}
