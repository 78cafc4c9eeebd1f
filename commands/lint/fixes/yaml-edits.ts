import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { CST, Parser } from "yaml";
import { json } from "../../../reader/text/json.js";
import type { Fix } from "./fix.js";
import type { TextEdit } from "./text-edit.js";

/** The edits of a YAML text that fixes need, in their order; `undefined` for one that isn't possible. */
export function yamlEdits(text: string, fixes: readonly Fix[]): (TextEdit | undefined)[] {
  const needsTree = fixes.some(({ kind }) => kind !== "cut");
  const root = needsTree ? treeOf(text) : undefined;
  return fixes.map((fix) => {
    if (fix.kind === "cut") return { from: fix.from, to: fix.to, text: "" };
    const found = root && itemAt(root, fix.tokens);
    if (found === undefined) return undefined;
    return fix.kind === "remove" ? removal(found) : replacement(found, fix.text);
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

function treeOf(text: string): CST.Token | undefined {
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
function removal({ collection, index }: Found): TextEdit | undefined {
  const { items } = collection;
  if (items.filter(isEntry).length < 2) return undefined;
  const offsets = offsetsOf(collection);
  const from = offsets[index];
  const to = offsets[index + 1];
  if (from === undefined || to === undefined) return undefined;
  if (index > 0) {
    // The space before a closing bracket stays.
    const isLast = collection.type === "flow-collection" && index === items.length - 1;
    const space = isLast ? (/ *$/.exec(CST.stringify(items[index] as Item))?.[0].length ?? 0) : 0;
    return { from, to: to - space, text: "" };
  }
  // What is before the first item belongs to the collection, so the second one gives up its own.
  const next = items[index + 1];
  const lead = (next?.start ?? []).findIndex(({ type }) => type === "comment" || type === "seq-item-ind");
  const given = (next?.start ?? []).slice(0, lead < 0 ? undefined : lead);
  return { from, to: to + given.map(({ source }) => source).join("").length, text: "" };
}

/** The offset of each item, and of the end of the last one. */
function offsetsOf(collection: Collection): number[] {
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
