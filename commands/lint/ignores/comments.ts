import { isMap, isScalar, isSeq, Lexer, type Node } from "yaml";
import type { Document } from "../../../reader/documents/document.js";
import { Lines } from "../../../reader/documents/lines.js";
import { parseYamlNodes } from "../../../reader/documents/parse-yaml-nodes.js";
import type { Ignore } from "./ignore.js";

const word = "oipkit-lint-ignore";
const form = new RegExp(`^#\\s*${word}(?![\\w-])\\s*([^:]*?)\\s*(?::\\s*(.*?))?\\s*$`);

/** The ignores that a YAML document has as comments. */
export function ignoresInComments(document: Document): Ignore[] {
  const text = document.fileText ?? document.text;
  if (!text.includes(word) || document.path.endsWith(".json")) return [];
  const comments = commentsIn(text).filter(({ source }) => form.test(source));
  if (comments.length === 0) return [];
  const entries = entriesIn(text);
  const lines = new Lines(text);
  const lineOf = (offset: number): number => lines.range(offset, offset).line;
  return comments.map(({ source, from }) => {
    const [, names = "", reason = ""] = form.exec(source) ?? [];
    const to = from + source.length;
    const line = lineOf(from);
    const lineStart = from - (lines.range(from, from).column - 1);
    const isAlone = text.slice(lineStart, from).trim() === "";
    const beside = isAlone ? undefined : entries.find(({ offset }) => lineOf(offset) === line);
    const entry = beside ?? entries.find(({ offset }) => offset >= to) ?? entries.at(-1);
    return {
      document,
      scope: entry?.tokens ?? [],
      rules: names.split(/[\s,]+/).filter((name) => name !== ""),
      reason,
      tokens: entry?.tokens ?? [],
      span: { from, to },
      fix: { kind: "cut", ...cutOf(text, { from, to, lineStart, isAlone }) },
    };
  });
}

/** A comment on its own goes with its line, another one with the space before it. */
function cutOf(
  text: string,
  { from, to, lineStart, isAlone }: { from: number; to: number; lineStart: number; isAlone: boolean },
) {
  if (isAlone) {
    const feed = text.indexOf("\n", to);
    return { from: lineStart, to: feed < 0 ? text.length : feed + 1 };
  }
  return { from: text.slice(0, from).trimEnd().length, to };
}

function commentsIn(text: string): { readonly source: string; readonly from: number }[] {
  const found: { source: string; from: number }[] = [];
  let at = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // Marks of the lexer that aren't in the text: start of a document, end of a flow collection, a scalar.
    if (lexeme === "\u0002" || lexeme === "\u0018" || lexeme === "\u001f") continue;
    if (lexeme.startsWith("#")) found.push({ source: lexeme, from: at });
    at += lexeme.length;
  }
  return found;
}

interface Entry {
  readonly tokens: readonly string[];
  readonly offset: number;
}

/** Keys and items in the order of the text, outer ones first. */
function entriesIn(text: string): Entry[] {
  const nodes = parseYamlNodes(text);
  if (nodes.kind === "too-deep") return [];
  const found: Entry[] = [];
  const open: { tokens: readonly string[]; node: unknown }[] = [
    { tokens: [], node: nodes.document.contents },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { tokens, node } = next;
    const below: { tokens: readonly string[]; node: unknown; offset: number }[] = [];
    if (isMap(node))
      for (const { key, value } of node.items) {
        if (!isScalar(key) || !key.range) continue;
        below.push({ tokens: [...tokens, String(key.value)], node: value, offset: key.range[0] });
      }
    if (isSeq(node))
      for (const [index, item] of node.items.entries()) {
        const range = (item as Node | null)?.range;
        if (range) below.push({ tokens: [...tokens, String(index)], node: item, offset: range[0] });
      }
    found.push(...below.map(({ tokens: at, offset }) => ({ tokens: at, offset })));
    open.push(...below.reverse());
  }
  // Stable: an outer entry comes before an inner one that starts at the same place.
  return found.sort((a, b) => a.offset - b.offset || a.tokens.length - b.tokens.length);
}
