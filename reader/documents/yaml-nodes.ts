import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type ParsedNode,
  Parser,
  visit,
  type YAMLMap,
} from "yaml";
import type { Lines, SyntaxProblem } from "./parsed-text.js";

/** A document as the parser returns it. */
export type YamlDocument = Document<ParsedNode>;

/** The document of a YAML text, or the offset of the collection that opens the level beyond `maxJsonDepth`. */
type YamlNodes =
  | { readonly kind: "parsed"; readonly document: YamlDocument; readonly second?: number }
  | { readonly kind: "too-deep"; readonly offset: number };

/**
 * Parses a YAML text like `parseDocument` of `yaml`, but stops at the limit on nesting: the parser of tokens keeps a
 * stack of its own, and only what is made of its tokens recurses. `second` is the offset of a second document. Keys may
 * repeat: the library would compare each with every other one.
 */
export function parseYamlNodes(text: string): YamlNodes {
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, stringKeys: true });
  try {
    const [document, second] = composer.compose(lexTokens(text), true, text.length);
    return { kind: "parsed", document: document as YamlDocument, ...(second && { second: second.range[0] }) };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { kind: "too-deep", offset: error.offset };
  }
}

class TooDeep extends Error {
  constructor(readonly offset: number) {
    super("nested too deeply");
  }
}

function* lexTokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length <= maxJsonDepth) continue;
    const collections = parser.stack.filter(({ type }) => collectionTypes.has(type));
    const deepest = collections[maxJsonDepth];
    if (deepest !== undefined) throw new TooDeep(deepest.offset);
  }
  yield* parser.end();
}

const collectionTypes: ReadonlySet<string> = new Set(["block-map", "block-seq", "flow-collection"]);

/** What a value is with all its aliases replaced. */
interface Extent {
  /** In characters of the text. */
  readonly size: number;
  /** Levels of lists and objects. */
  readonly height: number;
}

/** An alias that makes a document too large or too deep. */
interface Excess {
  readonly kind: "too-large" | "too-deep";
  readonly alias: Alias;
  /** Size of the whole document with aliases replaced, in characters. */
  readonly size: number;
}

/** How many times its own length a text may grow to if its aliases are replaced; guessed, real contracts stay below 2. */
export const maxExpansion = 10;

/** Guessed: a short text may repeat itself more often. */
const alwaysAllowed = 100_000;

/**
 * The alias to blame if replacing all aliases makes a document longer than `maxExpansion` times its text, or deeper than
 * `maxJsonDepth`. Doesn't replace any. The aliases must be known to have anchors before them.
 */
export function findExcess({ contents }: YamlDocument, textLength: number): Excess | undefined {
  const known = new Map<string, Extent>();
  let largest: { alias: Alias; size: number } | undefined;
  let deepest: Alias | undefined;
  const measureNode = (node: unknown, depth: number): Extent => {
    const extent = isAlias(node) ? aliased(node, depth) : written(node, depth);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) known.set(anchor, extent);
    return extent;
  };
  const aliased = (alias: Alias, depth: number): Extent => {
    const extent = known.get(alias.source) ?? { size: 0, height: 0 };
    if (largest === undefined || extent.size > largest.size) largest = { alias, size: extent.size };
    if (depth + extent.height > maxJsonDepth) deepest ??= alias;
    return extent;
  };
  const written = (node: unknown, depth: number): Extent => {
    if (!isMap(node) && !isSeq(node)) return { size: scalarLength(node), height: 0 };
    const parts = (node.items as unknown[]).flatMap((item) => {
      if (isPair(item)) return [item.key, item.value];
      return [item];
    });
    let size = 2;
    let height = 0;
    for (const part of parts) {
      const extent = measureNode(part, depth + 1);
      size += extent.size + 1;
      height = Math.max(height, extent.height);
    }
    return { size, height: height + 1 };
  };
  const { size } = measureNode(contents, 0);
  if (deepest !== undefined) return { kind: "too-deep", alias: deepest, size };
  if (largest === undefined || size <= Math.max(alwaysAllowed, maxExpansion * textLength)) return undefined;
  return { kind: "too-large", alias: largest.alias, size };
}

function scalarLength(node: unknown): number {
  if (!isScalar(node)) return 0;
  const [from = 0, to = 0] = (node as Node).range ?? [];
  return to - from;
}

const mergeTag = "tag:yaml.org,2002:merge";

/**
 * Whether a key is YAML's merge key, `<<` (yaml.org/type/merge.html): the entries of the maps that it names belong to its
 * own map. YAML 1.2 has dropped it, but everyone reads it. In quotes, it is a key like any other.
 */
export function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || key.value !== "<<") return false;
  return key.tag === mergeTag || (key.tag === undefined && key.type === "PLAIN");
}

/** Whether the text at an offset is a merge key with its tag, which the parser takes for a key that isn't a text. */
export function isTaggedMergeKey(text: string, offset: number): boolean {
  return /^(?:!!merge|!<tag:yaml\.org,2002:merge>)\s+(?:<<|"<<"|'<<')\s*:/.test(
    text.slice(offset, offset + 60),
  );
}

/** The maps that the value of a merge key names, the strongest first. */
export function mergeSources(value: unknown, target: (alias: Alias) => Node | null): readonly YAMLMap[] {
  const node = isAlias(value) ? target(value) : value;
  if (isMap(node)) return [node];
  if (!isSeq(node)) return [];
  return node.items.flatMap((item) => {
    const map = isAlias(item) ? target(item) : item;
    if (isMap(map)) return [map];
    return [];
  });
}

/** Merge keys whose value isn't a map or a list of maps. Aliases must be known to have anchors before them. */
export function mergeProblems(
  document: YamlDocument,
  lines: Lines,
  target: (alias: Alias) => Node | null,
): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  if (!lines.text.includes("<<")) return problems;
  const report = (node: Node, found: Node | null): void => {
    const [from, to] = node.range ?? [0, 1];
    problems.push({
      code: "yaml-syntax",
      message: `\`<<\` merges maps, but this is ${describeNode(found)}`,
      range: lines.range(from, isScalar(node) || isAlias(node) ? Math.max(to, from + 1) : from + 1),
      hint: 'Name a map, such as `<<: *base` with `base: &base { … }`, or a list of them. For a key of this name, write "<<" in quotes.',
    });
  };
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isMergeKey(key)) return;
      const found = isAlias(value) ? target(value) : (value as Node | null);
      if (!isSeq(found)) {
        if (!isMap(found)) report((value ?? key) as Node, found);
        return;
      }
      const items = found.items as Node[];
      const isInPlace = found === value;
      for (const item of items) {
        const inner = isAlias(item) ? target(item) : item;
        if (!isMap(inner)) report(isInPlace ? item : (value as Node), inner);
      }
    },
  });
  return problems;
}

function describeNode(node: Node | null): string {
  if (isSeq(node)) return "a list";
  if (!isScalar(node) || node.value === null) return "null";
  if (typeof node.value === "string") return "a text";
  return `a ${typeof node.value}`;
}
