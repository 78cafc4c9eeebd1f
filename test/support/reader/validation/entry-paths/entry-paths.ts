import { compile } from "../../../../../reader/validation/index.js";
import { clientPaths } from "./client-paths.js";
import {
  apiDocument,
  componentsDocument,
  eventsDocument,
  type Schemas,
  type Subject,
  schemaFiles,
} from "./contracts.js";
import { agreed, type EntryPath } from "./entry-path.js";
import { generatedProject } from "./generated-project.js";
import { mockPaths } from "./mock-paths.js";
import { modulePaths } from "./module-paths.js";
import { receivingPaths } from "./receiving-paths.js";
import { validatePaths } from "./validate-paths.js";

export type { Schemas } from "./contracts.js";

/** All entry paths of contracts with the same schemas. */
export interface EntryPaths {
  readonly paths: readonly EntryPath[];
  /** What `oipkit generate` printed. */
  readonly printed: string;
  /** Deletes the generated files. */
  remove(): Promise<void>;
}

/** What the contracts are made of. */
export interface EntryPathOptions {
  /** The schemas that values are checked against; the others are only referred to. Default: all. */
  readonly subjects?: readonly string[];
  /** The version of the OpenAPI documents. Default: 3.1.0. */
  readonly openapi?: string;
  /** The same schemas in the words of that version. Default: the schemas themselves. */
  readonly inOpenapi?: Schemas;
}

/**
 * Every way on which a value meets one of the schemas: validators of components, schema files and messages; requests and
 * answers of a client with `validation`; webhooks, callbacks and the receiver; the mock server and its proxy; `oipkit
 * validate`; and `compile()`. The contracts are files that `oipkit generate` reads, and the modules are imported.
 */
export async function entryPaths(
  schemas: Schemas,
  { subjects = Object.keys(schemas), openapi = "3.1.0", inOpenapi = schemas }: EntryPathOptions = {},
): Promise<EntryPaths> {
  const named = subjects.map((schema, index): Subject => ({ schema, id: `case${index}` }));
  const subjectId = (schema: string): string => {
    const found = named.find((each) => each.schema === schema);
    if (found === undefined) throw new Error(`${schema} isn't a subject`);
    return found.id;
  };
  const project = await generatedProject({
    "parts.openapi.json": componentsDocument(inOpenapi, openapi),
    "api.openapi.json": apiDocument(inOpenapi, named, openapi),
    "events.asyncapi.json": eventsDocument(schemas, named),
    ...schemaFiles(schemas, named),
  });
  const context = { project, schemas, subjects: named, subjectId };
  const paths = [
    { name: "compile()", verdicts: compiled(schemas) },
    ...(await modulePaths(context)),
    ...(await clientPaths(context)),
    ...(await receivingPaths(context)),
    ...(await mockPaths(context)),
    ...validatePaths(context),
  ];
  return { paths, printed: project.printed, remove: () => project.remove() };
}

function compiled(schemas: Schemas): EntryPath["verdicts"] {
  return async (schema, values) => {
    const { is, check } = compile({
      $ref: `#/components/schemas/${encodeURIComponent(schema)}`,
      components: { schemas },
    });
    return values.map((value) => agreed(is(value), check(value).length === 0, value));
  };
}
