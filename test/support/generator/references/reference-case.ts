/** A document with a reference at an odd place, and what must come of it. */
export interface ReferenceCase {
  readonly name: string;
  /** The schema of the subject: an answer, a payload or a schema file. */
  readonly schema?: unknown;
  /** `components.schemas`, or `$defs` of a schema file. */
  readonly schemas?: object;
  /** Other members of the document; `paths`, `channels` and `components` are added to its own. */
  readonly others?: { readonly [part: string]: object };
  /** Files next to the document. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Values, as TypeScript, that the type and the validator accept. */
  readonly takes?: readonly string[];
  /** Values that both refuse. */
  readonly refuses?: readonly string[];
  /** Values that only the validator refuses, since TypeScript has no type for the rule. */
  readonly invalid?: readonly string[];
  /** Errors that are expected instead: code and pointer. */
  readonly findings?: readonly string[];
  /** Nonsense: it may have findings, or be read somehow, but the types must compile. */
  readonly isLenient?: boolean;
}

/** A kind of document that a case is tried in. */
export type Shell = "openapi-3.0" | "openapi-3.1" | "asyncapi" | "schema";

const info = { title: "T", version: "1" };

/** The files of a case in a shell, by path. The subject's type and validator have the name `Subject` in each. */
export function shellFiles(shell: Shell, each: ReferenceCase): Record<string, string> {
  const { files = {} } = each;
  const entries = { ...files, [documentName[shell]]: shellDocument(shell, each) };
  return Object.fromEntries(
    Object.entries(entries).map(([path, value]) => [
      path,
      (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("DOCUMENT", documentName[shell]),
    ]),
  );
}

const documentName: Readonly<Record<Shell, string>> = {
  "openapi-3.0": "api.openapi.json",
  "openapi-3.1": "api.openapi.json",
  asyncapi: "api.asyncapi.json",
  schema: "subject.schema.json",
};

function shellDocument(shell: Shell, { schema, schemas = {}, others = {} }: ReferenceCase): object {
  const { paths = {}, channels = {}, components = {}, ...rest } = others;
  if (shell === "schema")
    return {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...(schema as object),
      ...(Object.keys(schemas).length === 0 ? {} : { $defs: schemas }),
      ...rest,
    };
  if (shell === "asyncapi") {
    const messages = { ...(schema === undefined ? {} : { Subject: { payload: schema } }) };
    return {
      asyncapi: "3.0.0",
      info,
      channels,
      components: {
        schemas,
        ...components,
        messages: { ...messages, ...("messages" in components ? (components.messages as object) : {}) },
      },
      ...rest,
    };
  }
  const answer = { description: "d", content: { "application/json": { schema } } };
  const get = { operationId: "subject", responses: { 200: answer } };
  return {
    openapi: shell === "openapi-3.0" ? "3.0.3" : "3.1.0",
    info,
    paths: { ...(schema === undefined ? {} : { "/subject": { get } }), ...paths },
    components: { schemas, ...components },
    ...rest,
  };
}

/** Where the subject's schema is. */
export const subjectPointer: Readonly<Record<Shell, string>> = {
  "openapi-3.0": "/paths/~1subject/get/responses/200/content/application~1json/schema",
  "openapi-3.1": "/paths/~1subject/get/responses/200/content/application~1json/schema",
  asyncapi: "/components/messages/Subject/payload",
  schema: "",
};

/** Where the generated type of the subject is, as lines that declare `Subject`. */
export function subjectType(shell: Shell, folder: string, { schema }: ReferenceCase): string {
  if (schema === undefined) return "export {};";
  if (shell === "schema") return `import type { Subject } from "./${folder}/schemas.js";`;
  if (shell === "asyncapi") return `import type { Subject } from "./${folder}/api/types.js";`;
  return `import type { operations } from "./${folder}/api/types.js";
type Subject = operations["subject"]["responses"][200]["content"]["application/json"];`;
}
