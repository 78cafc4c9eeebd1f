import { isCollection, isMap, isPair, isScalar, type Node, type Scalar, visit } from "yaml";
import { ExactNumber } from "./exact-number.js";
import type { Lines, SyntaxProblem } from "./parsed-text.js";
import { isMergeKey, isTaggedMergeKey, type YamlDocument } from "./yaml-nodes.js";
import { syntaxError } from "./yaml-syntax.js";

/**
 * Duplicate keys, and the parser's first error with those before it. Later ones often follow from it, as when one line
 * has the wrong indentation.
 */
export function parserProblems(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const errors = [...document.errors, ...document.warnings]
    .filter(({ code, pos }) => code !== "NON_STRING_KEY" || !isTaggedMergeKey(lines.text, pos[0]))
    .sort((a, b) => a.pos[0] - b.pos[0]);
  const [first, ...others] = errors;
  const duplicates = duplicateKeys(document, lines, first?.pos[0] ?? Number.POSITIVE_INFINITY);
  if (first === undefined) return duplicates;
  return [...duplicates, syntaxError(first, others, lines)];
}

/** Most duplicate keys that are reported: a reader fixes a few, and a document may consist of them. */
const mostDuplicates = 100;

/** Keys that an object has more than once, up to the first error of the parser. */
function duplicateKeys(document: YamlDocument, lines: Lines, until: number): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  visit(document, {
    Map: (_key, node, path) => {
      const seen = new Set<unknown>();
      for (const { key } of node.items) {
        if (!isScalar(key) || isMergeKey(key)) continue;
        if (!seen.has(key.value)) {
          seen.add(key.value);
          continue;
        }
        const steps = [...path, node];
        const tokens = steps.flatMap((step, index) => stepToken(step, steps[index + 1]));
        const [from, to] = (key as Scalar.Parsed).range;
        if (from >= until) return visit.BREAK;
        const range = lines.range(from, to);
        problems.push({
          code: "duplicate-key",
          message: "duplicate key",
          range,
          tokens: [...tokens, String(key.value)],
        });
        if (problems.length === mostDuplicates) return visit.BREAK;
      }
      return undefined;
    },
  });
  return problems;
}

/** Nodes that the parser accepts but that aren't JSON data: unknown tags, infinity, aliases without an anchor or to an ancestor. */
export function nonJsonNodes(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const anchors = new Map<string, Node>();
  const report = (node: Node, message: string, hint: string): void => {
    const [from = 0, to = from] = node.range ?? [];
    const end = isCollection(node) ? from + 1 : to;
    problems.push({ code: "yaml-syntax", message, range: lines.range(from, end), hint });
  };
  visit(document, {
    Alias: (_key, node, path) => {
      const target = anchors.get(node.source);
      if (target === undefined)
        report(
          node,
          `unknown alias: there is no anchor \`&${node.source}\` before it`,
          "Define the anchor before its first use. A text that starts with `*` needs quotes.",
        );
      else if (path.includes(target)) report(node, "this alias refers to its own ancestor", ancestorHint);
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (
        isScalar(node) ? !isJsonScalar(node) : !/^(?:tag:yaml\.org,2002:(?:map|seq))?$/.test(node.tag ?? "")
      ) {
        report(node, "this value isn't JSON data", jsonHint);
      }
    },
  });
  return problems;
}

const ancestorHint = "A schema refers to itself with `$ref`.";
const jsonHint =
  "Use a text, a number that JSON can hold, `true`, `false`, `null`, a list or a map; a text needs quotes here.";

function isJsonScalar({ value }: Scalar): boolean {
  if (value instanceof ExactNumber) return true;
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function stepToken(step: unknown, next: unknown): string[] {
  if (isPair(step)) {
    if (!isScalar(step.key)) return [];
    return [String(step.key.value)];
  }
  if (isCollection(step) && !isMap(step)) return [String(step.items.indexOf(next))];
  return [];
}
