import { dirname, relative, sep } from "node:path";
import { escapeToken, valueAt } from "@oipkit/runtime/json-pointer";
import { type Document, scan } from "../document.js";
import { deepCopy } from "../overlay/merge.js";
import { isSchemaObject, listOrEmpty } from "../schema-walk.js";
import { numbered } from "../words.js";

/** A place in a document, without its value. */
export interface DocumentSpot {
  readonly document: Document;
  readonly tokens: readonly string[];
}

/** A key that is unique to a spot, also after its document was replaced. */
export function spotKey({ document, tokens }: DocumentSpot): string {
  return JSON.stringify([document.path, tokens]);
}

/** A change of the object at the tokens. */
export type DocumentChange = { readonly tokens: readonly string[]; readonly key: string } & (
  | {
      /** The new value of the member; `undefined` removes it. */
      readonly value: unknown;
    }
  | {
      /** Appended to the list that is the member, or makes one. */
      readonly item: unknown;
    }
  | {
      /** Index in the list that is the member. A list without items is removed. */
      readonly without: number;
    }
);

/** What to change in a document. */
interface Changes {
  readonly members: DocumentChange[];
  /** Schemas to add, by name, and where each was written. */
  readonly schemas: Map<string, { readonly value: unknown; readonly source: DocumentSpot }>;
}

/** A copy of a value with changes, whose tokens are those of the value as it is. */
export function withChanges(value: unknown, changes: readonly DocumentChange[]): unknown {
  const copy = deepCopy(value);
  const removals = changes.flatMap((change) => ("without" in change ? [change] : []));
  for (const change of changes) {
    if ("without" in change) continue;
    const { tokens, key } = change;
    const holder = valueAt(copy, tokens) as Record<string, unknown>;
    const list = listOrEmpty(holder[key]);
    const member = "item" in change ? [...list, change.item] : change.value;
    if (member === undefined) delete holder[key];
    else
      Object.defineProperty(holder, key, {
        value: member,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  // The last items first, so that indexes stay true.
  for (const { tokens, key, without } of removals.sort((a, b) => b.without - a.without)) {
    const holder = valueAt(copy, tokens) as Record<string, unknown>;
    const list = holder[key];
    if (Array.isArray(list)) list.splice(without, 1);
    if (Array.isArray(list) && list.length === 0) delete holder[key];
  }
  return copy;
}

/** Changes of several documents, by path. */
export class DocumentChanges {
  readonly #changes = new Map<string, Changes>();

  of({ path }: Document): Changes {
    const changes = this.#changes.get(path) ?? { members: [], schemas: new Map() };
    this.#changes.set(path, changes);
    return changes;
  }

  /** A place for a new schema; `undefined` if the document has none. */
  add(
    document: Document,
    wanted: string,
    source: DocumentSpot,
  ): { readonly spot: DocumentSpot; put(value: unknown): void } | undefined {
    const home = schemaHome(document);
    const known = valueAt(document.value, home);
    if (known !== undefined && !isSchemaObject(known)) return undefined;
    const { schemas } = this.of(document);
    const isTaken = (name: string) => schemas.has(name) || Object.hasOwn(known ?? {}, name);
    let name = wanted;
    for (let number = 2; isTaken(name); number++) name = numbered(wanted, number);
    schemas.set(name, { value: true, source });
    return {
      spot: { document, tokens: [...home, name] },
      put: (value) => void schemas.set(name, { value, source }),
    };
  }

  /** Replaces the documents that change. */
  apply(documents: Map<string, Document>): void {
    for (const [path, changes] of this.#changes) {
      const document = documents.get(path);
      if (document !== undefined && (changes.members.length > 0 || changes.schemas.size > 0))
        documents.set(path, changed(document, changes));
    }
  }
}

/** Where schemas can be added. */
function schemaHome({ value }: Document): readonly string[] {
  const isApi = isSchemaObject(value) && ("openapi" in value || "asyncapi" in value);
  if (isApi) return ["components", "schemas"];
  return ["$defs"];
}

function changed(document: Document, { members, schemas }: Changes): Document {
  const value = withChanges(document.value, members) as Record<string, unknown>;
  const home = schemaHome(document);
  let holder = value;
  if (schemas.size > 0)
    for (const token of home) {
      if (!isSchemaObject(holder[token])) holder[token] = {};
      holder = holder[token] as Record<string, unknown>;
    }
  for (const [name, schema] of schemas) holder[name] = schema.value;
  const findOrigin: NonNullable<Document["findOrigin"]> = (tokens) => {
    const isAdded = home.every((token, index) => tokens[index] === token);
    const source = isAdded ? schemas.get(tokens[home.length] ?? "")?.source : undefined;
    if (source !== undefined) {
      const at = [...source.tokens, ...tokens.slice(home.length + 1)];
      return source.document.findOrigin?.(at) ?? { document: source.document, tokens: at };
    }
    return document.findOrigin?.(tokens) ?? { document, tokens };
  };
  return {
    ...document,
    value,
    text: JSON.stringify(value),
    fileText: document.fileText ?? document.text,
    scan: scan(value, document.scan),
    ...(schemas.size > 0 || document.findOrigin ? { findOrigin } : {}),
  };
}

/** A reference from a document to a spot, by path and pointer alone. */
export function referenceTo(from: Document, { document, tokens }: DocumentSpot): string {
  const fragment = tokens.map((token) => `/${encodeURIComponent(escapeToken(token))}`).join("");
  if (document.path === from.path) return `#${fragment}`;
  const path = relative(dirname(from.path), document.path).split(sep).map(encodeURIComponent).join("/");
  return `${path.startsWith(".") ? path : `./${path}`}${fragment === "" ? "" : `#${fragment}`}`;
}

/** A document with another value, which is scanned again. */
export function withValue(document: Document, value: unknown): Document {
  return {
    ...document,
    value,
    text: JSON.stringify(value),
    fileText: document.fileText ?? document.text,
    scan: scan(value, document.scan),
  };
}
