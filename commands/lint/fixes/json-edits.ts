import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { json } from "../../../reader/text/json.js";
import type { Fix } from "./fix.js";
import type { TextEdit } from "./text-edit.js";

/** The edits of a JSON text that fixes need, in their order; `undefined` for one that isn't possible. */
export function jsonEdits(text: string, fixes: readonly Fix[]): (TextEdit | undefined)[] {
  const root = parseTree(text);
  return fixes.map((fix) => {
    if (fix.kind === "cut") return { from: fix.from, to: fix.to, text: "" };
    const node = root && nodeAt(root, fix.tokens);
    if (node === undefined) return undefined;
    if (fix.kind === "remove") return removal(node);
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
function removal(node: Node): TextEdit | undefined {
  const part = node.parent?.type === "property" ? node.parent : node;
  const siblings = part.parent?.children ?? [];
  const index = siblings.indexOf(part);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const end = part.offset + part.length;
  if (previous !== undefined) return { from: previous.offset + previous.length, to: end, text: "" };
  return next && { from: part.offset, to: next.offset, text: "" };
}
