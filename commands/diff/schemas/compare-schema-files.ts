import { pathToFileURL } from "node:url";
import type { Document } from "../../../reader/documents/document.js";
import { referencedPath } from "../../../reader/documents/references.js";
import { SchemaResources } from "../../../reader/validation/dialects/resources.js";
import { markSecrets } from "../../../reader/validation/nodes/definitions.js";
import { type Definition, reachableDefinitions } from "../../../reader/validation/nodes/node.js";
import { resourceDefinition } from "../../../reader/validation/nodes/resource-nodes.js";
import { RunValidators } from "../../../reader/validation/run-validator.js";
import { type CompareOptions, type ContractChange, placeIn } from "../comparison.js";
import { Decider } from "../inclusion/decide.js";
import type { Version, Versions } from "../version.js";
import { type ComparedSchema, type SchemaSide, schemaChanges } from "./schema-changes.js";

/**
 * Compares schema files of the same name, except for those that an API or its events use. Throws `SchemaError` if a schema is
 * unusable.
 */
export function compareSchemaFiles(
  versions: Versions,
  options: CompareOptions & { readonly unchanged: ReadonlySet<Document> },
): { readonly changes: readonly ContractChange[]; readonly compared: number } {
  const old = readSchemaFiles(versions.old);
  const current = readSchemaFiles(versions.new);
  const changes: ContractChange[] = [];
  const pairs: ComparedSchema[] = [];
  const used = { old: usedSchemas(versions.old), new: usedSchemas(versions.new) };
  let compared = 0;
  for (const [name, document] of old.schemas) {
    const subject = name === "" ? document.file : name;
    const counterpart = current.schemas.get(name);
    if (counterpart === undefined) {
      changes.push(removed(document, subject));
      continue;
    }
    compared++;
    const isUsed = used.old.has(document) && used.new.has(counterpart);
    if (!options.unchanged.has(document) && !isUsed)
      pairs.push({
        subject,
        old: toSide(old, { document, other: current }),
        new: toSide(current, { document: counterpart, other: old }),
      });
  }
  const shared = { validators: new RunValidators(), confirmed: new Set<string>() };
  for (const pair of pairs) {
    const decider = new Decider([pair.old.definition.node, pair.new.definition.node], options);
    for (const kind of kinds[options.mode])
      changes.push(...schemaChanges(pair, { kind, affects: "anyone", exchange: "any", decider, ...shared }));
  }
  for (const [name, document] of current.schemas)
    if (!old.schemas.has(name)) changes.push(added(document, name));
  return { changes, compared };
}

const kinds = {
  backward: ["narrowed"],
  forward: ["widened"],
  full: ["narrowed", "widened"],
} as const;

function toSide(
  files: SchemaFiles,
  { document, other }: { readonly document: Document; readonly other: SchemaFiles },
): SchemaSide {
  return {
    document,
    definition: files.define(document),
    findDocument: (uri) => files.findDocument(uri),
    findCounterpart: (theirs) => {
      const name = [...other.schemas].find(([, each]) => each === theirs)?.[0];
      return files.schemas.get(name ?? "") ?? document;
    },
  };
}

function removed(document: Document, subject: string): ContractChange {
  return {
    code: "schema-removed",
    change: "removed",
    breaks: "wire",
    effects: { anyone: "breaking" },
    old: placeIn(document, []),
    subjects: [subject],
    message: "the schema was removed",
  };
}

function added(document: Document, subject: string): ContractChange {
  return {
    code: "schema-added",
    change: "added",
    breaks: "wire",
    effects: {},
    new: placeIn(document, []),
    subjects: [subject],
    message: "the schema is new",
  };
}

/** The JSON Schema documents of one version. */
interface SchemaFiles {
  /** By their path below the folder; of a single file, "". */
  readonly schemas: ReadonlyMap<string, Document>;
  /** The document of a URI, as it is in the places of definitions. */
  findDocument(uri: string): Document | undefined;
  /** The schema of a document with its references resolved. Throws `SchemaError`. */
  define(document: Document): Definition;
}

/** The JSON Schema documents among the contracts. */
function readSchemaFiles({ contracts: { documents, schemas }, names }: Version): SchemaFiles {
  const byUri = new Map([...documents.values()].map((each) => [documentUri(each), each]));
  const values = Object.fromEntries([...byUri].map(([uri, { value }]) => [uri, value]));
  return {
    schemas: new Map(schemas.map((each) => [names.get(each.path) ?? each.file, each])),
    findDocument: (uri) => byUri.get(uri),
    define: (document) =>
      schemaDefinition({ schema: document.value, uri: documentUri(document), schemas: values }),
  };
}

function documentUri({ path }: Document): string {
  return pathToFileURL(path).href;
}

/**
 * The schema files that OpenAPI and AsyncAPI documents refer to as a whole, directly or through other schemas. Their
 * use says who sends such documents, so they are compared there.
 */
function usedSchemas({ contracts }: Version): ReadonlySet<Document> {
  const schemas = new Set(contracts.schemas);
  const found = new Set<Document>([...contracts.openapi, ...contracts.asyncapi]);
  for (const document of found)
    for (const { ref } of document.scan.references) {
      const target = contracts.documents.get(referencedPath(document, ref) ?? "");
      const [, fragment = ""] = ref.split("#", 2);
      if (target !== undefined && fragment === "") found.add(target);
    }
  return new Set([...found].filter((document) => schemas.has(document)));
}

/** A schema document and the documents that it refers to. */
interface SchemaSource {
  readonly schema: unknown;
  /** The base of its relative references. Default: none. */
  readonly uri?: string | undefined;
  /** Other documents, by URI (absolute, or relative to the schema's). Default: none. */
  readonly schemas?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The definition of a JSON Schema, with `format` asserted. Throws `SchemaError` with the place if
 * it is invalid or refers to what isn't there.
 */
export function schemaDefinition({ schema, uri = "", schemas = {} }: SchemaSource): Definition {
  const resources = new SchemaResources(schemas);
  const root = resources.add(uri, schema);
  const definition = resourceDefinition(resources, root, { formats: true, strict: false, exact: true });
  markSecrets(reachableDefinitions([definition]));
  return definition;
}
