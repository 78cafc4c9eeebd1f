import { pathToFileURL } from "node:url";
import type { Document } from "../../../reader/documents/document.js";
import type { Definition } from "../../../reader/validation/nodes/node.js";
import { definitionOf } from "../inclusion/definition-of.js";
import type { Version } from "../version.js";

/** The JSON Schema documents of one version. */
export interface SchemaFiles {
  /** By their path below the folder; of a single file, "". */
  readonly schemas: ReadonlyMap<string, Document>;
  /** The document of a URI, as it is in the places of definitions. */
  documentOf(uri: string): Document | undefined;
  /** The schema of a document with its references resolved. Throws `SchemaError`. */
  define(document: Document): Definition;
}

/** The JSON Schema documents among the contracts. */
export function schemaFilesOf({ contracts: { documents, schemas }, names }: Version): SchemaFiles {
  const byUri = new Map([...documents.values()].map((each) => [uriOf(each), each]));
  const values = Object.fromEntries([...byUri].map(([uri, { value }]) => [uri, value]));
  return {
    schemas: new Map(schemas.map((each) => [names.get(each.path) ?? each.file, each])),
    documentOf: (uri) => byUri.get(uri),
    define: (document) => definitionOf({ schema: document.value, uri: uriOf(document), schemas: values }),
  };
}

function uriOf({ path }: Document): string {
  return pathToFileURL(path).href;
}
