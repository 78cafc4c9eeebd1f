import { isDeepStrictEqual } from "node:util";
import { arrayIndex, valueAt } from "@oipkit/runtime/json-pointer";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { CST, Parser } from "yaml";
import { parseText } from "../../reader/documents/parse-text.js";
import { json } from "../../reader/text/json.js";
import type { Fix } from "./rule.js";

/** A corrected text. */
interface Fixed {
  readonly text: string;
  /** How many fixes are in it. The others would have touched the same text, or more than they should. */
  readonly applied: number;
}

/**
 * Applies fixes to the text of a file. Comments and formatting stay, and so do all values that no fix is about: the
 * result is parsed and compared with what the fixes mean, and one that would change anything else is left out.
 */
export function applyFixes(path: string, text: string, fixes: readonly Fix[]): Fixed {
  const edits = (path.endsWith(".json") ? jsonEdits : yamlEdits)(text, fixes);
  const planned = fixes.flatMap((fix, index) => {
    const edit = edits[index];
    if (edit === undefined) return [];
    return [{ fix, edit }];
  });
  const apart = withoutOverlaps(planned);
  const all = attempt(path, text, apart);
  if (all !== undefined) return { text: all, applied: apart.length };
  // One of them is at fault: try each alone, from the end so that offsets stay valid.
  let current = text;
  let applied = 0;
  for (const one of [...apart].reverse()) {
    const next = attempt(path, current, [one]);
    if (next === undefined) continue;
    current = next;
    applied++;
  }
  return { text: current, applied };
}

interface Planned {
  readonly fix: Fix;
  readonly edit: TextEdit;
}

/** In the order of the text; the first of several that overlap. Two removals from one list do if they touch. */
function withoutOverlaps(planned: readonly Planned[]): Planned[] {
  const kept: Planned[] = [];
  let end = -1;
  for (const one of [...planned].sort((a, b) => a.edit.from - b.edit.from)) {
    if (one.edit.from < end) continue;
    kept.push(one);
    end = one.edit.to;
  }
  return kept;
}

function attempt(path: string, text: string, planned: readonly Planned[]): string | undefined {
  if (planned.length === 0) return undefined;
  let result = text;
  for (const { edit } of [...planned].reverse())
    result = result.slice(0, edit.from) + edit.text + result.slice(edit.to);
  const before = parseText(path, text);
  const after = parseText(path, result);
  if (before.problems.length > 0 || after.problems.length > 0) return undefined;
  const wanted = valueAfter(
    before.value,
    planned.map(({ fix }) => fix),
  );
  if (isDeepStrictEqual(after.value, wanted)) return result;
  return undefined;
}

/** The edits of a JSON text that fixes need, in their order; `undefined` for one that isn't possible. */
function jsonEdits(text: string, fixes: readonly Fix[]): (TextEdit | undefined)[] {
  const root = parseTree(text);
  return fixes.map((fix) => {
    if (fix.kind === "cut") return { from: fix.from, to: fix.to, text: "" };
    const node = root && nodeAt(root, fix.tokens);
    if (node === undefined) return undefined;
    if (fix.kind === "remove") return jsonRemoval(node);
    return { from: node.offset, to: node.offset + node.length, text: json(fix.text) };
  });
}

function nodeAt(root: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const token of tokens) {
    if (node === undefined) return undefined;
    node = findNodeAtLocation(node, [node.type === "array" ? arrayIndex(token) : token]);
  }
  return node;
}

/** Removes a property or an item with the comma before it, or after it if it is the first one. */
function jsonRemoval(node: Node): TextEdit | undefined {
  const part = node.parent?.type === "property" ? node.parent : node;
  const siblings = part.parent?.children ?? [];
  const index = siblings.indexOf(part);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const end = part.offset + part.length;
  if (previous !== undefined) return { from: previous.offset + previous.length, to: end, text: "" };
  return next && { from: part.offset, to: next.offset, text: "" };
}

/** The edits of a YAML text that fixes need, in their order; `undefined` for one that isn't possible. */
function yamlEdits(text: string, fixes: readonly Fix[]): (TextEdit | undefined)[] {
  const needsTree = fixes.some(({ kind }) => kind !== "cut");
  const root = needsTree ? parseYaml(text) : undefined;
  return fixes.map((fix) => {
    if (fix.kind === "cut") return { from: fix.from, to: fix.to, text: "" };
    const found = root && itemAt(root, fix.tokens);
    if (found === undefined) return undefined;
    if (fix.kind === "remove") return yamlRemoval(found);
    return replacement(found, fix.text);
  });
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = CST.CollectionItem;

/** An item of a map or a list, in the tokens of the parser, which keep every character. */
interface Found {
  readonly collection: Collection;
  readonly index: number;
  readonly item: Item;
}

function parseYaml(text: string): CST.Token | undefined {
  for (const token of new Parser().parse(text)) if (token.type === "document") return token.value;
  return undefined;
}

function itemAt(root: CST.Token, tokens: readonly string[]): Found | undefined {
  let value: CST.Token | null | undefined = root;
  let found: Found | undefined;
  for (const token of tokens) {
    if (!isCollection(value)) return undefined;
    const collection: Collection = value;
    const items: readonly Item[] = collection.items;
    const isList: boolean =
      collection.type === "block-seq" ||
      (collection.type === "flow-collection" && collection.start.source === "[");
    const entries = items.flatMap((item, index) => (isEntry(item) ? [{ item, index }] : []));
    const entry: { readonly item: Item; readonly index: number } | undefined = isList
      ? entries[arrayIndex(token)]
      : entries.find(({ item }) => item.key != null && CST.resolveAsScalar(item.key)?.value === token);
    if (entry === undefined) return undefined;
    found = { collection, ...entry };
    value = entry.item.value;
  }
  return found;
}

function isCollection(token: CST.Token | null | undefined): token is Collection {
  return token?.type === "block-map" || token?.type === "block-seq" || token?.type === "flow-collection";
}

/** Comments and a comma at the end of a collection are in an item without anything else. */
function isEntry({ key, sep, value }: Item): boolean {
  return key != null || sep !== undefined || value !== undefined;
}

/** Removes an item and the comments above it. The only item isn't removed: nothing would be left to be a collection. */
function yamlRemoval({ collection, index }: Found): TextEdit | undefined {
  const { items } = collection;
  if (items.filter(isEntry).length < 2) return undefined;
  const offsets = itemOffsets(collection);
  const from = offsets[index];
  const to = offsets[index + 1];
  if (from === undefined || to === undefined) return undefined;
  if (index > 0) {
    // The space before a closing bracket stays.
    const isLast = collection.type === "flow-collection" && index === items.length - 1;
    const space = isLast ? (/(?<! ) +$/.exec(CST.stringify(items[index] as Item))?.[0].length ?? 0) : 0;
    return { from, to: to - space, text: "" };
  }
  // What is before the first item belongs to the collection, so the second one gives up its own.
  const next = items[index + 1];
  const lead = (next?.start ?? []).findIndex(({ type }) => type === "comment" || type === "seq-item-ind");
  const given = (next?.start ?? []).slice(0, lead < 0 ? undefined : lead);
  return { from, to: to + given.map(({ source }) => source).join("").length, text: "" };
}

/** The offset of each item, and of the end of the last one. */
function itemOffsets(collection: Collection): number[] {
  let at =
    collection.type === "flow-collection"
      ? collection.offset + collection.start.source.length
      : collection.offset;
  const offsets = [at];
  for (const item of collection.items) {
    at += CST.stringify(item).length;
    offsets.push(at);
  }
  return offsets;
}

/** Replaces a scalar, in quotes of the same kind; a plain or block scalar becomes one in double quotes if it must. */
function replacement({ item }: Found, text: string): TextEdit | undefined {
  const { value } = item;
  if (value?.type === "double-quoted-scalar") return between(value, json(text));
  if (value?.type === "single-quoted-scalar") return between(value, `'${text.replaceAll("'", "''")}'`);
  if (value?.type !== "scalar") return undefined;
  const isPlain = /^[\w./:{}-]+$/.test(text) && !/[:{}]$|^[-{}.:]/.test(text);
  return between(value, isPlain ? text : json(text));
}

function between({ offset, source }: CST.FlowScalar, text: string): TextEdit {
  return { from: offset, to: offset + source.length, text };
}

/** The value that a document has after fixes, all of whose tokens are those of the document before. */
export function valueAfter(value: unknown, fixes: readonly Fix[]): unknown {
  const copy = structuredClone(value);
  // Later items of a list first, so that the indexes of earlier ones stay valid.
  const ordered = [...fixes].sort((a, b) => compare(fixTokens(b), fixTokens(a)));
  for (const fix of ordered) {
    if (fix.kind === "cut") continue;
    const holder = valueAt(copy, fix.tokens.slice(0, -1));
    const last = fix.tokens.at(-1) ?? "";
    if (Array.isArray(holder)) {
      if (fix.kind === "remove") holder.splice(arrayIndex(last), 1);
      else holder[arrayIndex(last)] = fix.text;
    } else if (holder !== null && typeof holder === "object") {
      const record = holder as Record<string, unknown>;
      if (fix.kind === "remove") delete record[last];
      else record[last] = fix.text;
    }
  }
  return copy;
}

function fixTokens(fix: Fix): readonly string[] {
  if (fix.kind === "cut") return [];
  return fix.tokens;
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [index, token] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (token === other) continue;
    const [left, right] = [arrayIndex(token), arrayIndex(other)];
    if (left >= 0 && right >= 0) return left - right;
    if (token < other) return -1;
    return 1;
  }
  return a.length - b.length;
}

/** A part of a text, and what comes instead. Offsets in UTF-16 units. */
interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
