import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { findNodeAtLocation, getNodePath, type Node, parseTree } from "jsonc-parser";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "./exact-json.js";
import { withDoubles } from "./exact-number.js";
import { JsonPositions } from "./json-positions.js";
import { jsonSyntaxProblem } from "./json-syntax.js";
import { Lines } from "./lines.js";
import { longNumber, type ParsedText, type SyntaxProblem, tooDeepMessage } from "./parsed-text.js";
import type { Range } from "./range.js";

/**
 * Parses JSON (RFC 8259). The fast path is `JSON.parse`; positions are looked up when they are requested, and a tree with all of
 * them is built only for a text with mistakes, so that a large document costs no more than `JSON.parse`.
 */
export function parseJson(text: string): ParsedText {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const shift = text.length - source.length;
  let tree: Node | undefined;
  const root = (): Node | undefined => {
    tree ??= parseTree(source, [], { disallowComments: true });
    return tree;
  };
  const lines = new Lines(text);
  const range = (from: number, to: number): Range => lines.range(from + shift, to + shift);
  const locateInTree: ParsedText["locate"] = (tokens, target = "value") => {
    const [node, complete] = nodeAt(root(), tokens);
    if (node === undefined) return range(0, 1);
    const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
    if (complete && target === "key" && key) return range(key.offset, key.offset + key.length);
    return range(node.offset, node.children ? node.offset + 1 : node.offset + node.length);
  };
  const positions = new JsonPositions(source);
  const locate: ParsedText["locate"] = (tokens, target = "value") => {
    const { position, isComplete } = positions.of(tokens);
    const { from, to } = (isComplete && target === "key" && position.key) || position;
    return range(from, to);
  };
  const deep = tooDeepAt(source);
  if (deep >= 0) {
    const place = range(deep, deep + 1);
    const problem = { code: "too-deep", message: tooDeepMessage, range: place } as const;
    return { value: undefined, problems: [problem], lines, locate: () => place };
  }
  try {
    const parsed: unknown = JSON.parse(source);
    const value = mayHaveExactNumbers(source) ? withDoubles(parseExactJson(source)) : parsed;
    if (countMembers(source) === countKeys(value)) return { value, problems: [], lines, locate };
    return { value, problems: duplicates(root(), range), lines, locate: locateInTree };
  } catch (error) {
    if (error instanceof NumberTooLong) {
      const place = range(error.offset, error.offset + error.length);
      return { value: undefined, problems: [{ ...longNumber, range: place }], lines, locate: locateInTree };
    }
    const problems = [jsonSyntaxProblem(source, error, { lines, shift })];
    return { value: undefined, problems, lines, locate: locateInTree };
  }
}

/** `JSON.parse` keeps the last of two equal keys. If the text has more members than the value has keys, there is a duplicate. */
function countMembers(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 58) members++;
    else if (c === 34) {
      at = text.indexOf('"', at + 1);
      while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
    }
  }
  return members;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

function countKeys(root: unknown): number {
  let keys = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const item of value) if (item !== null && typeof item === "object") open.push(item);
    } else if (value !== null && typeof value === "object") {
      for (const key of Object.keys(value)) {
        keys++;
        const item = (value as Record<string, unknown>)[key];
        if (item !== null && typeof item === "object") open.push(item);
      }
    }
  }
  return keys;
}

function duplicates(root: Node | undefined, range: (from: number, to: number) => Range): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const open: Node[] = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    const seen = new Set<unknown>();
    for (const child of node.children ?? []) {
      open.push(child);
      const key = child.type === "property" ? child.children?.[0] : undefined;
      if (key === undefined) continue;
      if (seen.has(key.value)) {
        const message = "duplicate key";
        const tokens = getNodePath(key).map(String);
        problems.push({
          code: "duplicate-key",
          message,
          range: range(key.offset, key.offset + key.length),
          tokens,
        });
      }
      seen.add(key.value);
    }
  }
  return problems.sort((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);
}

function nodeAt(root: Node | undefined, tokens: readonly string[]): [Node | undefined, boolean] {
  if (root === undefined) return [undefined, false];
  let node = root;
  for (const token of tokens) {
    const next = findNodeAtLocation(node, [node.type === "array" ? arrayIndex(token) : token]);
    if (next === undefined) return [node, false];
    node = next;
  }
  return [node, true];
}
