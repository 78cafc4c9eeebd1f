import { isSchemaName } from "../contract-kind.js";
import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import { type Document, nothingScanned } from "../document.js";
import { type DocumentChange, referenceTo, withChanges, withValue } from "../references/changed-document.js";
import { documentUri } from "../references/resources.js";
import { referencedPath, resolveReference } from "../references.js";
import { isSchemaObject } from "../schema-walk.js";
import { type Dialect, draft202012, findDialect } from "./dialect.js";
import { SchemaTranslation } from "./schema-translation.js";

/** The dialects that `$schema` may name: the public ones, and those of meta-schemas among the documents. */
export class KnownDialects {
  readonly #metaSchemas = new Map<string, unknown>();

  /** Reads the identifiers of documents, which must still be there. */
  constructor(documents: ReadonlyMap<string, Document>) {
    for (const document of documents.values()) {
      const id = isSchemaObject(document.value) ? documentUri(document) : undefined;
      if (id !== undefined && !this.#metaSchemas.has(id)) this.#metaSchemas.set(id, document.value);
    }
  }

  /** `undefined` if nothing is known of it. */
  named($schema: unknown): Dialect | undefined {
    if (typeof $schema !== "string") return undefined;
    return findDialect($schema, (uri) => this.#metaSchemas.get(uri));
  }
}

/**
 * Writes schemas of other dialects in the words of JSON Schema 2020-12, and corrects references into them. References must be
 * paths and pointers (`resolvePlainReferences`). Returns warnings about keywords that a dialect ignores. OpenAPI and AsyncAPI
 * documents are left alone.
 */
export function translateDialects(documents: Map<string, Document>, known: KnownDialects): Diagnostic[] {
  const translations = createTranslations(documents, known);
  if (translations.size === 0) return [];
  const changed = [...documents.values()].flatMap((document) => {
    const changes = movedReferences(documents, document, translations);
    const translation = translations.get(document.path);
    if (translation !== undefined) return [translated(document, changes, translation)];
    if (changes.length === 0) return [];
    return [withValue(document, withChanges(document.value, changes))];
  });
  const found = [...translations].flatMap(([path, { ignored }]) =>
    ignored.map(({ tokens, finding }) => diagnose(documents.get(path) as Document, tokens, finding)),
  );
  for (const document of changed) documents.set(document.path, document);
  return found;
}

function createTranslations(
  documents: ReadonlyMap<string, Document>,
  known: KnownDialects,
): ReadonlyMap<string, SchemaTranslation> {
  const dialects = schemaDialects(documents, known);
  const found = new Map<string, SchemaTranslation>();
  for (const [path, dialect] of dialects) {
    const { value, text } = documents.get(path) as Document;
    const isPlain = dialect === draft202012 && !mayNeedTranslation(text);
    if (isPlain) continue;
    const translation = new SchemaTranslation(value, dialect, ($schema) => known.named($schema));
    if (translation.value !== value) found.set(path, translation);
  }
  return found;
}

/** Whether a text of 2020-12 may have a keyword of an older dialect, or parts with a dialect of their own. */
function mayNeedTranslation(text: string): boolean {
  return /\bdependencies\b/.test(text) || text.indexOf("$schema") !== text.lastIndexOf("$schema");
}

/** The dialect of each schema. A part of a schema in a file of its own that names none has the dialect of what refers to it. */
function schemaDialects(
  documents: ReadonlyMap<string, Document>,
  known: KnownDialects,
): ReadonlyMap<string, Dialect> {
  const found = new Map<string, Dialect>();
  const open: Document[] = [];
  const parts = new Set<string>();
  for (const document of documents.values()) {
    const { value, path } = document;
    if (document.scan === nothingScanned || !isSchemaObject(value)) continue;
    if ("openapi" in value || "swagger" in value || "asyncapi" in value || "overlay" in value) continue;
    const dialect = known.named(value.$schema);
    if (dialect === undefined && !isSchemaName(path)) parts.add(path);
    else {
      found.set(path, dialect ?? draft202012);
      open.push(document);
    }
  }
  for (let document = open.pop(); document !== undefined; document = open.pop())
    for (const { ref } of document.scan.references) {
      const path = referencedPath(document, ref);
      if (path === undefined || !parts.delete(path)) continue;
      found.set(path, found.get(document.path) as Dialect);
      open.push(documents.get(path) as Document);
    }
  for (const path of parts) found.set(path, draft202012);
  return found;
}

/** Changes of the references to what has another place now. */
function movedReferences(
  documents: ReadonlyMap<string, Document>,
  document: Document,
  translations: ReadonlyMap<string, SchemaTranslation>,
): DocumentChange[] {
  return document.scan.references.flatMap(({ ref, tokens, key = "$ref" }) => {
    const resolution = resolveReference(documents, document, ref);
    if (resolution.kind !== "found") return [];
    const { target } = resolution;
    const moved = translations.get(target.document.path)?.placeNow(target.tokens);
    if (moved === undefined || moved.join("\n") === target.tokens.join("\n")) return [];
    return [{ tokens, key, value: referenceTo(document, { document: target.document, tokens: moved }) }];
  });
}

function translated(
  document: Document,
  changes: readonly DocumentChange[],
  before: SchemaTranslation,
): Document {
  const now = before.of(withChanges(document.value, changes));
  const findOrigin: NonNullable<Document["findOrigin"]> = (tokens) => {
    const place = before.placeBefore(tokens);
    return document.findOrigin?.(place) ?? { document, tokens: place };
  };
  return { ...withValue(document, now), findOrigin };
}
