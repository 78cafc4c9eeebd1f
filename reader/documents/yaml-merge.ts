import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, visit, type YAMLMap } from "yaml";
import type { Lines } from "./lines.js";
import type { YamlDocument } from "./parse-yaml-nodes.js";
import type { SyntaxProblem } from "./parsed-text.js";

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
    return isMap(map) ? [map] : [];
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
      message: `\`<<\` merges maps, but this is ${nameOf(found)}`,
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

function nameOf(node: Node | null): string {
  if (isSeq(node)) return "a list";
  if (!isScalar(node) || node.value === null) return "null";
  return typeof node.value === "string" ? "a text" : `a ${typeof node.value}`;
}
