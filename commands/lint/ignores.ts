import { toPointer } from "@oipkit/runtime/json-pointer";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { isMap, isScalar, isSeq, Lexer, type Node } from "yaml";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { Document } from "../../reader/documents/document.js";
import { Lines } from "../../reader/documents/parsed-text.js";
import { isSchemaObject } from "../../reader/documents/schema-walk.js";
import { parseYamlNodes } from "../../reader/documents/yaml-nodes.js";
import type { Fix, Found } from "./rule.js";
import type { Severities } from "./settings.js";

/** The findings that no comment and no extension ignores, with findings about those that are wrong themselves. */
export function withoutIgnored(
  contracts: Contracts,
  found: readonly Found[],
  severities: Severities,
): { readonly left: readonly Found[]; readonly ignored: number } {
  const documents = [...contracts.names.keys()].flatMap((path) => contracts.documents.get(path) ?? []);
  const ignores = documents.flatMap((each) => [...ignoresInComments(each), ...ignoresInExtensions(each)]);
  const byPath = new Map<string, Ignore[]>();
  for (const ignore of ignores) {
    const { path } = ignore.document;
    byPath.set(path, [...(byPath.get(path) ?? []), ignore]);
  }
  const used = new Map<Ignore, Set<string>>();
  const left = found.filter(({ code, document, tokens }) => {
    const fitting = (byPath.get(document.path) ?? []).filter(
      ({ rules, scope }) => rules.includes(code) && scope.every((token, index) => tokens[index] === token),
    );
    for (const ignore of fitting) used.set(ignore, (used.get(ignore) ?? new Set()).add(code));
    // An ignore without a reason is reported itself, so it needn't be reported twice.
    return fitting.length === 0;
  });
  const known = new Set(severities.names);
  for (const { code } of found) known.add(code);
  const faults = ignores.flatMap((ignore) =>
    findFaults(ignore, { used: used.get(ignore) ?? new Set(), known, severities }),
  );
  const reported = faults.filter(
    ({ code, document, tokens }) => severities.at(code, document.path, toPointer(tokens)) !== "off",
  );
  return { left: [...left, ...reported], ignored: found.length - left.length };
}

interface Knowledge {
  /** Rules of which the ignore has ignored a finding. */
  readonly used: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly severities: Severities;
}

function findFaults(ignore: Ignore, { used, known, severities }: Knowledge): Found[] {
  const { rules, reason, document, tokens, span } = ignore;
  const at = { document, tokens, target: "key", ...(span && { span }) } as const;
  const faults: Found[] = [];
  if (rules.length === 0 || reason === "")
    faults.push({
      ...at,
      code: "ignore-without-reason",
      message: rules.length === 0 ? "this ignores no rule by name" : "this ignores a rule without a reason",
      hint: `Write \`# oipkit-lint-ignore rule-name: reason\`, or \`${extensionName}: { rule-name: reason }\`.`,
    });
  const stale = rules.filter((rule) => !used.has(rule) && (!known.has(rule) || severities.isOn(rule)));
  const isAllStale = stale.length === rules.length;
  for (const rule of stale)
    faults.push({
      ...at,
      code: "ignore-unused",
      message: known.has(rule)
        ? `there is no finding of \`${rule}\` here to ignore`
        : unknownName("rule", rule, [...known]),
      hint: "Remove it, or correct its name or its place.",
      detail: rule,
      fix: isAllStale && known.has(rule) ? ignore.fix : undefined,
    });
  return faults;
}

/** A comment or an `x-lint-ignore` that ignores findings. */
interface Ignore {
  readonly document: Document;
  /** What it is about: findings at this place and below are ignored. */
  readonly scope: readonly string[];
  readonly rules: readonly string[];
  readonly reason: string;
  /** Its own place. */
  readonly tokens: readonly string[];
  readonly span?: { readonly from: number; readonly to: number };
  /** Removes it. */
  readonly fix?: Fix;
}

const word = "oipkit-lint-ignore";
const form = new RegExp(`^#\\s*${word}(?![\\w-])\\s*([^:]*?)\\s*(?::\\s*(.*?))?\\s*$`);

/** The ignores that a YAML document has as comments. */
function ignoresInComments(document: Document): Ignore[] {
  const text = document.fileText ?? document.text;
  if (!text.includes(word) || document.path.endsWith(".json")) return [];
  const comments = commentsIn(text).filter(({ source }) => form.test(source));
  if (comments.length === 0) return [];
  const entries = entriesIn(text);
  const lines = new Lines(text);
  const lineAt = (offset: number): number => lines.range(offset, offset).line;
  return comments.map(({ source, from }) => {
    const [, names = "", reason = ""] = form.exec(source) ?? [];
    const to = from + source.length;
    const line = lineAt(from);
    const lineStart = from - (lines.range(from, from).column - 1);
    const isAlone = text.slice(lineStart, from).trim() === "";
    const beside = isAlone ? undefined : entries.find(({ offset }) => lineAt(offset) === line);
    const entry = beside ?? entries.find(({ offset }) => offset >= to) ?? entries.at(-1);
    return {
      document,
      scope: entry?.tokens ?? [],
      rules: names.split(/[\s,]+/).filter((name) => name !== ""),
      reason,
      tokens: entry?.tokens ?? [],
      span: { from, to },
      fix: { kind: "cut", ...cutRange(text, { from, to, lineStart, isAlone }) },
    };
  });
}

/** A comment on its own goes with its line, another one with the space before it. */
function cutRange(
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

/** The extension whose keys are names of rules and whose values are reasons. */
const extensionName = "x-lint-ignore";

/** The ignores that a document has as `x-lint-ignore`. */
function ignoresInExtensions(document: Document): Ignore[] {
  if (!document.text.includes(extensionName)) return [];
  const found: Ignore[] = [];
  const open: { scope: readonly string[]; value: unknown }[] = [{ scope: [], value: document.value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { scope, value } = next;
    if (value === null || typeof value !== "object") continue;
    for (const [key, item] of Object.entries(value)) {
      if (key === extensionName && !Array.isArray(value)) found.push(...readIgnores(document, scope, value));
      else open.push({ scope: [...scope, key], value: item });
    }
  }
  return found;
}

function readIgnores(document: Document, scope: readonly string[], holder: object): Ignore[] {
  const written = (holder as Readonly<Record<string, unknown>>)[extensionName];
  const at = [...scope, extensionName];
  if (!isSchemaObject(written)) return [{ document, scope, rules: [], reason: "", tokens: at }];
  const entries = Object.entries(written);
  return entries.map(([rule, reason]) => {
    const tokens = [...at, rule];
    return {
      document,
      scope,
      rules: [rule],
      reason: typeof reason === "string" ? reason.trim() : "",
      tokens,
      fix: { kind: "remove", tokens: entries.length === 1 ? at : tokens },
    };
  });
}
