import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { arrayIndex } from "@oipkit/runtime/json-pointer";
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { mostExponentDigits } from "./decimal.js";
import { mayHaveLongNumbers } from "./exact-json.js";
import { ExactNumber, NumberReader, withDoubles } from "./exact-number.js";
import { Lines, longNumber, type ParsedText, type SyntaxProblem, tooDeepMessage } from "./parsed-text.js";
import {
  findExcess,
  isMergeKey,
  maxExpansion,
  mergeProblems,
  mergeSources,
  parseYamlNodes,
  type YamlDocument,
} from "./yaml-nodes.js";
import { nonJsonNodes, parserProblems } from "./yaml-problems.js";

/** Parses YAML 1.2 (core schema); every value must be JSON data. Positions are kept. */
export function parseYaml(text: string): ParsedText {
  const lines = new Lines(text);
  const nodes = parseYamlNodes(text);
  if (nodes.kind === "too-deep") {
    const range = lines.range(nodes.offset, nodes.offset + 1);
    const problem = { code: "too-deep", message: tooDeepMessage, range } as const;
    return { value: undefined, problems: [problem], lines, locate: () => range };
  }
  const { document, second } = nodes;
  const problems = parserProblems(document, lines);
  const numbers = takeExactNumbers(document, text);
  problems.push(...numbers.tooLong.map((scalar) => numberTooLong(scalar, lines)));
  if (second !== undefined) problems.push(secondDocument(second, lines));
  if (problems.length === 0) problems.push(...nonJsonNodes(document, lines));
  if (problems.length === 0) problems.push(...excessProblems(document, lines));
  const values = yamlValues(document);
  if (problems.length === 0) problems.push(...mergeProblems(document, lines, values.target));
  const value = problems.length > 0 ? undefined : values.value(document.contents);
  return {
    value: numbers.found ? withDoubles(value) : value,
    problems,
    lines,
    locate: (tokens, target = "value") => {
      let node = document.contents as Node | null;
      let found = node?.range ?? [0, 0, 0];
      for (const [index, token] of tokens.entries()) {
        if (isAlias(node)) node = values.target(node);
        const last = index === tokens.length - 1;
        if (isMap(node)) {
          const pair = values.entry(node, token);
          const key = isScalar(pair?.key) ? pair.key.range : undefined;
          if (pair === undefined || !key) break;
          node = pair.value as Node | null;
          found = last && target === "key" ? key : (node?.range ?? key);
        } else if (isSeq(node)) {
          const item = node.items[arrayIndex(token)] as Node | undefined;
          if (!item?.range) break;
          node = item;
          found = item.range;
        } else break;
      }
      return lines.range(found[0], isScalar(node) || target === "key" ? found[1] : found[0] + 1);
    },
  };
}

function secondDocument(offset: number, lines: Lines): SyntaxProblem {
  const message = "Source contains multiple documents";
  return { code: "yaml-syntax", message, range: lines.range(offset, offset + 3) };
}

function numberTooLong({ range }: Scalar, lines: Lines): SyntaxProblem {
  const [from, to] = range ?? [0, 1];
  return { ...longNumber, range: lines.range(from, to) };
}

function excessProblems(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const excess = findExcess(document, lines.text.length);
  if (excess === undefined) return [];
  const [from, to] = excess.alias.range ?? [0, 1];
  let message = `with this alias replaced, the document is nested deeper than ${maxJsonDepth} levels`;
  if (excess.kind !== "too-deep")
    message = `with its aliases replaced, the document has ${excess.size} characters, more than ${maxExpansion} times its text`;
  return [{ code: excess.kind, message, range: lines.range(from, to) }];
}

/** What the parser's nodes lead to. The parser itself searches the whole document for each alias, and the whole map for each key. */
export interface YamlValues {
  /** The node that an alias stands for. */
  readonly target: (alias: Alias) => Node | null;
  /** The entry of a map with a key, its own or a merged one. */
  readonly entry: (map: YAMLMap, key: string) => Pair | undefined;
  /** The JSON value of a node. All places of an anchor and its aliases share one object. */
  readonly value: (node: unknown) => unknown;
}

/** Reads the values of a document that has no problems (`parserProblems`, `nonJsonNodes`, `mergeProblems`). */
export function yamlValues(document: YamlDocument): YamlValues {
  let targets: ReadonlyMap<Alias, Node> | undefined;
  const target = (alias: Alias): Node | null => {
    targets ??= aliasTargets(document);
    return targets.get(alias) ?? null;
  };
  const known = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const entries = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const found = known.get(map) ?? collectEntries(map);
    known.set(map, found);
    return found;
  };
  /** The first of each key; an own key comes before a merged one, and keeps the place of the first. */
  const collectEntries = ({ items }: YAMLMap): ReadonlyMap<string, Pair> => {
    const found = new Map<string, Pair>();
    const own = new Set<string>();
    for (const pair of items) {
      if (isMergeKey(pair.key)) {
        for (const source of mergeSources(pair.value, target))
          for (const [key, merged] of entries(source)) if (!found.has(key)) found.set(key, merged);
      } else if (isScalar(pair.key)) {
        const key = String(pair.key.value);
        if (own.has(key)) continue;
        own.add(key);
        found.set(key, pair);
      }
    }
    return found;
  };
  const made = new Map<unknown, unknown>();
  const value = (node: unknown): unknown => {
    if (isAlias(node)) return value(target(node));
    if (isScalar(node)) return node.value;
    if (made.has(node)) return made.get(node);
    let result: unknown = null;
    if (isSeq(node)) result = node.items.map(value);
    else if (isMap(node)) {
      const record: Record<string, unknown> = {};
      for (const [key, pair] of entries(node)) put(record, key, value(pair.value));
      result = record;
    }
    made.set(node, result);
    return result;
  };
  return { target, entry: (map, key) => entries(map).get(key), value };
}

function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key in record)
    Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}

/** An alias stands for the last node before it with its anchor. */
function aliasTargets(document: YamlDocument): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node(_key, node) {
      const target = isAlias(node) ? anchored.get(node.source) : undefined;
      if (isAlias(node) && target !== undefined) targets.set(node, target);
      else if (!isAlias(node) && node.anchor !== undefined) anchored.set(node.anchor, node);
    },
  });
  return targets;
}

/**
 * Replaces the value of each scalar of a document whose number no double holds by an `ExactNumber`. Returns whether
 * there are any, and the scalars that are too long to be compared.
 */
export function takeExactNumbers(
  document: YamlDocument,
  text: string,
): { readonly found: boolean; readonly tooLong: readonly Scalar[] } {
  const tooLong: Scalar[] = [];
  let found = false;
  if (!mayHaveLongNumbers(text) && !/0[xo]/.test(text)) return { found, tooLong };
  const numbers = new NumberReader();
  visit(document, {
    Scalar(_key, scalar) {
      const { value, source } = scalar;
      if (typeof value !== "number" || source === undefined) return;
      try {
        const number = readNumber(numbers, source);
        if (!(number instanceof ExactNumber)) return;
        scalar.value = number;
        found = true;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        tooLong.push(scalar);
      }
    },
  });
  return { found, tooLong };
}

/** Undefined for `.inf` and `.nan`, which aren't JSON data. */
function readNumber(numbers: NumberReader, source: string): ExactNumber | number | undefined {
  if (/^0[xo]/.test(source)) {
    if (source.length > mostExponentDigits) throw new RangeError("the number is too long");
    return numbers.read(String(BigInt(source)));
  }
  if (/^[-+]?\.?[0-9]/.test(source)) return numbers.read(source);
  return undefined;
}
