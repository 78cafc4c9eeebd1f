import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { findNodeAtLocation, getNodePath, type Node, parseTree } from "jsonc-parser";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "./exact-json.js";
import { withDoubles } from "./exact-number.js";
import { jsonSyntaxProblem } from "./json-syntax.js";
import {
  Lines,
  longNumber,
  type ParsedText,
  type Range,
  type SyntaxProblem,
  tooDeepMessage,
} from "./parsed-text.js";

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

/** Where a value of a JSON text is. Offsets are in UTF-16 units. */
interface JsonPosition {
  readonly from: number;
  /** The end of a scalar; of a container, the offset after its bracket. */
  readonly to: number;
  /** Its name with the quotes, if it is a member of an object. */
  readonly key?: { readonly from: number; readonly to: number } | undefined;
}

interface Child {
  readonly key?: JsonPosition["key"];
  /** Offset of the value. */
  readonly value: number;
}

const quote = 34;
const backslash = 92;

/**
 * Positions in a valid JSON text without repeated names. Only the objects and arrays on the way to a position are read; the values
 * beside it are skipped, and no tree is built, which for a large document takes longer than parsing it.
 */
class JsonPositions {
  readonly #children = new Map<number, ReadonlyMap<string, Child>>();

  constructor(readonly text: string) {}

  /** The position of a value, or of its nearest parent that exists, and whether it is the value itself. */
  of(tokens: readonly string[]): { readonly position: JsonPosition; readonly isComplete: boolean } {
    let child: Child = { value: this.#skipSpace(0) };
    for (const token of tokens) {
      const isArray = this.text[child.value] === "[";
      const next = this.#readChildren(child.value).get(isArray ? String(arrayIndex(token)) : token);
      if (next === undefined) return { position: this.#position(child), isComplete: false };
      child = next;
    }
    return { position: this.#position(child), isComplete: true };
  }

  #position({ key, value }: Child): JsonPosition {
    const isContainer = this.text[value] === "{" || this.text[value] === "[";
    return { from: value, to: isContainer ? value + 1 : this.#valueEnd(value), key };
  }

  /** By name or index; none of a scalar. */
  #readChildren(container: number): ReadonlyMap<string, Child> {
    const known = this.#children.get(container);
    if (known !== undefined) return known;
    const children = new Map<string, Child>();
    this.#children.set(container, children);
    const { text } = this;
    const isObject = text[container] === "{";
    if (!isObject && text[container] !== "[") return children;
    let at = this.#skipSpace(container + 1);
    while (at < text.length && text[at] !== "}" && text[at] !== "]") {
      let child: Child = { value: at };
      let name = String(children.size);
      if (isObject) {
        const to = this.#stringEnd(at);
        name = unquotedName(text.slice(at, to));
        child = { key: { from: at, to }, value: this.#skipSpace(this.#skipSpace(to) + 1) };
      }
      children.set(name, child);
      at = this.#skipSpace(this.#valueEnd(child.value));
      if (text[at] === ",") at = this.#skipSpace(at + 1);
    }
    return children;
  }

  #skipSpace(from: number): number {
    let at = from;
    for (let c = this.text.charCodeAt(at); c === 32 || c === 10 || c === 13 || c === 9; )
      c = this.text.charCodeAt(++at);
    return at;
  }

  /** The offset after the string that starts at a quote. */
  #stringEnd(from: number): number {
    for (let end = this.text.indexOf('"', from + 1); end >= 0; end = this.text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (this.text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
    return this.text.length;
  }

  #valueEnd(from: number): number {
    const { text } = this;
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === quote) {
        at = this.#stringEnd(at) - 1;
        if (depth === 0) return at + 1;
      } else if (c === 123 || c === 91) depth++;
      else if (c === 125 || c === 93) {
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
      } else if (depth === 0 && (c === 44 || c <= 32)) return at;
    }
    return text.length;
  }
}

function unquotedName(quoted: string): string {
  if (quoted.includes("\\")) return JSON.parse(quoted) as string;
  return quoted.slice(1, -1);
}
