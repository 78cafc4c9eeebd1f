import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { arrayIndex } from "@oipkit/runtime/json-pointer";
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import { excessOf, maxExpansion } from "./alias-expansion.js";
import { withDoubles } from "./exact-number.js";
import { takeExactNumbers } from "./exact-yaml.js";
import { Lines } from "./lines.js";
import { parseYamlNodes, type YamlDocument } from "./parse-yaml-nodes.js";
import { longNumber, type ParsedText, type SyntaxProblem, tooDeepMessage } from "./parsed-text.js";
import { mergeProblems } from "./yaml-merge.js";
import { nonJsonNodes, parserProblems } from "./yaml-problems.js";
import { yamlValues } from "./yaml-values.js";

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
  const excess = excessOf(document, lines.text.length);
  if (excess === undefined) return [];
  const [from, to] = excess.alias.range ?? [0, 1];
  const message =
    excess.kind === "too-deep"
      ? `with this alias replaced, the document is nested deeper than ${maxJsonDepth} levels`
      : `with its aliases replaced, the document has ${excess.size} characters, more than ${maxExpansion} times its text`;
  return [{ code: excess.kind, message, range: lines.range(from, to) }];
}
