import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from "yaml";
import type { YamlDocument } from "./parse-yaml-nodes.js";
import { isMergeKey, mergeSources } from "./yaml-merge.js";

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
    const found = known.get(map) ?? entriesOf(map);
    known.set(map, found);
    return found;
  };
  /** The first of each key; an own key comes before a merged one, and keeps the place of the first. */
  const entriesOf = ({ items }: YAMLMap): ReadonlyMap<string, Pair> => {
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
