import { dirname, resolve as resolvePath } from "node:path";
import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "./document.js";

/** What a reference points to: a place in a document. */
export interface ReferenceTarget {
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly value: unknown;
}

/** The result of resolving a reference. */
export type Resolution =
  | { readonly kind: "found"; readonly target: ReferenceTarget }
  | { readonly kind: "remote" }
  | {
      readonly kind: "missing";
      readonly file: string;
      /** The document that lacks the place; absent if the document itself is missing. */
      readonly document?: Document;
      readonly tokens?: readonly string[];
    };

/** The absolute path of the file that a reference names: the document's own for `#…`, `undefined` for a remote one. */
export function referencedPath(document: Document, ref: string): string | undefined {
  const [file = ""] = ref.split("#", 1);
  if (file === "") return document.path;
  if (/^[a-z][a-z0-9+.-]+:/i.test(file) || file.startsWith("//")) return undefined;
  try {
    return resolvePath(dirname(document.path), decodeURIComponent(file));
  } catch {
    return resolvePath(dirname(document.path), file);
  }
}

/** Resolves a reference one step; `documents` are known by absolute path. */
export function resolveReference(
  documents: ReadonlyMap<string, Document>,
  from: Document,
  ref: string,
): Resolution {
  const path = referencedPath(from, ref);
  if (path === undefined) return { kind: "remote" };
  const document = documents.get(path);
  const [file = from.file, fragment = ""] = ref.split("#", 2);
  if (document === undefined) return { kind: "missing", file };
  const before = resolved.get(document) ?? new Map<string, Resolution>();
  resolved.set(document, before);
  const known = before.get(fragment);
  if (known !== undefined) return known;
  const resolution = inDocument(document, fragment);
  before.set(fragment, resolution);
  return resolution;
}

/** By document and fragment: a large document has many references to the same place. */
const resolved = new WeakMap<Document, Map<string, Resolution>>();

function inDocument(document: Document, fragment: string): Resolution {
  const tokens = tokensOfFragment(document, fragment);
  if (tokens === undefined) return { kind: "missing", file: document.file, document };
  const value = valueAt(document.value, tokens);
  if (value === undefined) return { kind: "missing", file: document.file, document, tokens };
  return { kind: "found", target: { document, tokens, value } };
}

function tokensOfFragment(document: Document, fragment: string): string[] | undefined {
  try {
    const text = decodeURIComponent(fragment);
    if (text === "" || text.startsWith("/")) return fromPointer(text);
    return anchorIn(document.value, text);
  } catch {
    return undefined;
  }
}

/** The place of a `$anchor` or `$dynamicAnchor`. */
function anchorIn(root: unknown, anchor: string): string[] | undefined {
  const open: [unknown, string[]][] = [[root, []]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, tokens] = next;
    if (value === null || typeof value !== "object") continue;
    const { $anchor, $dynamicAnchor } = value as Record<string, unknown>;
    if ($anchor === anchor || $dynamicAnchor === anchor) return tokens;
    for (const [key, item] of Object.entries(value)) open.push([item, [...tokens, key]]);
  }
  return undefined;
}
