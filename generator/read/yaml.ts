import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from "yaml";
import { Lines } from "./lines.js";
import type { ParsedText, SyntaxProblem } from "./parsed-text.js";
import { nonJsonNodes, parserProblems, type YamlDocument } from "./yaml-problems.js";

/** How often an alias may be used, whatever it refers to: texts that expand without bound are refused. */
const maxAliasCount = 10_000;

/** Parses YAML 1.2 (core schema); every value must be JSON data. Positions are kept. */
export function parseYaml(text: string): ParsedText {
  const lines = new Lines(text);
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, stringKeys: true });
  const problems = parserProblems(document, lines);
  if (problems.length === 0) problems.push(...nonJsonNodes(document, lines));
  const value = problems.length > 0 ? undefined : dataOf(document, { lines, problems });
  return {
    value,
    problems,
    lines,
    locate: (tokens, target = "value") => {
      let node = document.contents as Node | null;
      let found = node?.range ?? [0, 0, 0];
      for (const [index, token] of tokens.entries()) {
        if (isAlias(node)) node = node.resolve(document) ?? null;
        const last = index === tokens.length - 1;
        if (isMap(node)) {
          const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === token);
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

function dataOf(
  document: YamlDocument,
  { lines, problems }: { lines: Lines; problems: SyntaxProblem[] },
): unknown {
  try {
    return document.toJS({ maxAliasCount });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.push({ code: "yaml-syntax", message, range: lines.range(0, 1) });
    return undefined;
  }
}
