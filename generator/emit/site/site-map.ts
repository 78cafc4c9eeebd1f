import { placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject, listOrEmpty } from "../../../reader/documents/schema-walk.js";
import type {
  EventMessage,
  EventSet,
  HttpApi,
  HttpIncoming,
  HttpOperation,
} from "../../../reader/model/model.js";
import { fileStem, memberText, Names } from "../../../reader/model/names.js";
import type { EmitInput } from "../emit-input.js";
import { type ApiSchema, apiSchemas } from "../reference/api.js";

/** A page of something that the contracts declare: its file in the folder of its section. */
interface Filed<Subject> {
  readonly subject: Subject;
  readonly file: string;
}

/** The operations that share their first tag. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly file: string;
  readonly operations: readonly Filed<HttpOperation>[];
}

/** The pages of one OpenAPI document, all in one folder. */
export interface ApiSection {
  readonly kind: "api";
  readonly folder: string;
  readonly title: string;
  readonly api: HttpApi;
  readonly groups: readonly OperationGroup[];
  readonly incoming: readonly Filed<HttpIncoming>[];
  readonly schemas: readonly Filed<ApiSchema>[];
}

/** The pages of one AsyncAPI document. */
export interface EventsSection {
  readonly kind: "events";
  readonly folder: string;
  readonly title: string;
  readonly set: EventSet;
  readonly messages: readonly Filed<EventMessage>[];
}

/** The pages of the schemas that no document has for itself. */
export interface SchemasSection {
  readonly kind: "schemas";
  readonly folder: string;
  readonly title: string;
  readonly schemas: readonly Filed<ApiSchema>[];
}

/** The pages that share a folder and a list of contents. */
export type SiteSection = ApiSection | EventsSection | SchemasSection;

/** The sections of a site, in the order of its first page. */
export function siteSections(input: EmitInput): readonly SiteSection[] {
  const { apis, eventSets, schemas } = input.model;
  return [
    ...apis.map((api) => apiSection(input, api)),
    ...eventSets.map((set): EventsSection => {
      const files = new Names();
      return {
        kind: "events",
        folder: set.name,
        title: set.title,
        set,
        messages: set.messages.map((message) => ({
          subject: message,
          file: takeFile(files, "event", message.label),
        })),
      };
    }),
    ...(schemas.length === 0 ? [] : [schemasSection(schemas)]),
  ];
}

function schemasSection(schemas: readonly ApiSchema[]): SchemasSection {
  return { kind: "schemas", folder: "schemas", title: "Schemas", schemas: schemaFiles(schemas) };
}

function apiSection(input: EmitInput, api: HttpApi): ApiSection {
  const files = new Names();
  const byTag = new Map<string, Filed<HttpOperation>[]>();
  for (const operation of api.operations) {
    const { operationId, httpMethod, path } = operation;
    const file = takeFile(files, "operation", operationId ?? `${httpMethod} ${path}`);
    const tag = firstTag(operation) ?? operation.group;
    byTag.set(tag, [...(byTag.get(tag) ?? []), { subject: operation, file }]);
  }
  const described = new Map(
    listOrEmpty(api.bundled.tags)
      .filter(isSchemaObject)
      .map((tag) => [String(tag.name), memberText(tag.description) ?? ""]),
  );
  return {
    kind: "api",
    folder: api.name,
    title: api.title,
    api,
    groups: [...byTag].map(([name, operations]) => ({
      name,
      description: described.get(name) ?? "",
      file: takeFile(files, "group", name),
      operations,
    })),
    incoming: api.incoming.map((incoming) => ({
      subject: incoming,
      file: takeFile(files, incoming.kind, incoming.name),
    })),
    schemas: schemaFiles(apiSchemas(input, api)),
  };
}

function schemaFiles(schemas: readonly ApiSchema[]): readonly Filed<ApiSchema>[] {
  const files = new Names();
  return schemas.map((schema) => ({ subject: schema, file: takeFile(files, "schema", schema.typeName) }));
}

/** A file whose name differs from all others, on file systems that ignore case, too. */
function takeFile(files: Names, kind: string, name: string): string {
  return `${files.takeProperty(`${kind}-${fileStem(name).slice(0, 120)}`)}.html`;
}

function firstTag({ place }: HttpOperation): string | undefined {
  const [tag] = listOrEmpty((place.value as { readonly tags?: unknown }).tags);
  return memberText(tag);
}

/** The addresses of the pages of types, seen from a section, by the name of the type. */
export function typeLinks(
  section: SiteSection,
  sections: readonly SiteSection[],
): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const other of sections) {
    if (other.kind === "schemas")
      for (const { subject, file } of other.schemas)
        links.set(subject.typeName, `../${other.folder}/${file}`);
  }
  if (section.kind !== "events")
    for (const { subject, file } of section.schemas) links.set(subject.typeName, file);
  return links;
}

/** The names of types by the keys of their places, with those that only a section has. */
export function sectionNames({ names }: EmitInput, section: SiteSection): EmitInput["names"] {
  if (section.kind === "events") return names;
  return new Map([
    ...names,
    ...section.schemas.map(({ subject }) => [placeKey(subject.place), subject.typeName] as const),
  ]);
}
