import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { OipkitError } from "@oipkit/runtime/errors";
import { ContractError } from "../generator/read/diagnostic.js";
import type { Document } from "../generator/read/document.js";
import { InputError, type ReadingLimits, readInputs } from "../generator/read/input.js";
import { loadContracts } from "../generator/read/load.js";
import type { Definition } from "../generator/validation/nodes/node.js";
import { definitionOf } from "./inclusion/definition-of.js";

/** The JSON Schema documents of one version. */
export interface SchemaSet {
  /** By their path below the folder; of a single file, by its name. */
  readonly schemas: ReadonlyMap<string, Document>;
  readonly isFolder: boolean;
  /** Files that hold OpenAPI or AsyncAPI documents. */
  readonly others: readonly string[];
  /** The document of a URI, as it is in the places of definitions. */
  documentOf(uri: string): Document | undefined;
  /** The schema of a document with its references resolved. Throws `SchemaError`. */
  define(document: Document): Definition;
}

/** What was named can't be compared. */
export class ComparisonError extends OipkitError {
  readonly code = "not-comparable";
}

/**
 * Reads a schema file, or the schemas of a folder, and the files that they refer to. Throws `InputError` if it can't be
 * read, `ContractError` if a file isn't valid, and `ComparisonError` if there is no JSON Schema document.
 */
export async function readSchemaSet(
  input: string,
  cwd: string,
  limits: ReadingLimits = {},
): Promise<SchemaSet> {
  const files = await readInputs([input], cwd, limits);
  if (files.length === 0) throw new InputError(input, "the folder has no YAML or JSON files");
  const contracts = await loadContracts(files, cwd, limits);
  const errors = contracts.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ContractError(errors);
  const { documents, schemas, openapi, asyncapi } = contracts;
  const others = [...openapi, ...asyncapi].map(({ file }) => file);
  if (schemas.length === 0)
    throw new ComparisonError(
      `${input}: no JSON Schema document; only schemas can be compared (their files end in .schema.yaml or .schema.json, or have $schema)`,
    );
  const names = new Map(files.map(({ path, name }) => [path, name]));
  const byUri = new Map([...documents.values()].map((each) => [uriOf(each), each]));
  const values = Object.fromEntries([...byUri].map(([uri, { value }]) => [uri, value]));
  return {
    schemas: new Map(schemas.map((each) => [names.get(each.path) ?? each.file, each])),
    isFolder: !files.some(({ path }) => path === resolve(cwd, input)),
    others,
    documentOf: (uri) => byUri.get(uri),
    define: (document) => definitionOf({ schema: document.value, uri: uriOf(document), schemas: values }),
  };
}

function uriOf({ path }: Document): string {
  return pathToFileURL(path).href;
}
