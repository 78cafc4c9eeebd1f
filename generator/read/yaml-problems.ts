import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type ParsedNode,
  type Scalar,
  visit,
  type YAMLError,
} from "yaml";
import type { Lines } from "./lines.js";
import type { SyntaxProblem } from "./parsed-text.js";
import type { Range } from "./range.js";

/** A document as the parser returns it. */
export type YamlDocument = Document<ParsedNode>;

/**
 * Duplicate keys, and the parser's first error with those before it. Later ones often follow from it, as when one line
 * has the wrong indentation.
 */
export function parserProblems(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const [first, ...others] = errors;
  const duplicates = duplicateKeys(document, lines, first?.pos[0] ?? Number.POSITIVE_INFINITY);
  return first === undefined ? duplicates : [...duplicates, syntaxError(first, others, lines)];
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
        if (!isScalar(key)) continue;
        if (!seen.has(key.value)) {
          seen.add(key.value);
          continue;
        }
        const steps = [...path, node];
        const tokens = steps.flatMap((step, index) => tokenOf(step, steps[index + 1]));
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

function syntaxError(first: YAMLError, others: readonly YAMLError[], lines: Lines): SyntaxProblem {
  const { code, message, pos } = first;
  const problem = {
    code: "yaml-syntax",
    message: message.replace(/\.?$/, ""),
    range: rangeIn(lines, pos),
  } as const;
  if (code === "BAD_INDENT") return { ...problem, hint: "Indent this line like the others on its level." };
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return problem;
  const deeper = others.find((error) => error.code === "MULTILINE_IMPLICIT_KEY" && error.pos[0] === pos[0]);
  if (deeper === undefined)
    return { ...problem, hint: "Put a value that contains a colon and a space in quotes." };
  // The parser took the lines for one key, but the last of them is only indented too far.
  const start = lines.text.lastIndexOf("\n", deeper.pos[1]) + 1;
  const indent = lines.text.slice(start).search(/\S/);
  return {
    code: "yaml-syntax",
    message: "this line is indented too far: the line before it is complete",
    range: lines.range(start + indent, deeper.pos[1]),
    hint: "Indent it like the line before it, or like the other keys of its mapping.",
  };
}

function rangeIn(lines: Lines, [from, to]: readonly [number, number]): Range {
  const end = lines.text.trimEnd().length;
  return lines.range(Math.min(from, end), Math.min(to, end + 1));
}

/** Nodes that the parser accepts but that aren't JSON data: unknown tags, infinity, aliases without an anchor or to an ancestor. */
export function nonJsonNodes(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const anchors = new Map<string, Node>();
  const report = (node: Node, message: string): void => {
    const [from = 0, to = from] = node.range ?? [];
    const end = isCollection(node) ? from + 1 : to;
    problems.push({ code: "yaml-syntax", message, range: lines.range(from, end) });
  };
  visit(document, {
    Alias: (_key, node, path) => {
      const target = anchors.get(node.source);
      if (target === undefined)
        report(node, `unknown alias: there is no anchor \`&${node.source}\` before it`);
      else if (path.includes(target)) report(node, "this alias refers to its own ancestor");
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (
        isScalar(node) ? !isJsonScalar(node) : !/^(?:tag:yaml\.org,2002:(?:map|seq))?$/.test(node.tag ?? "")
      ) {
        report(node, "this value isn't JSON data");
      }
    },
  });
  return problems;
}

function isJsonScalar({ value }: Scalar): boolean {
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function tokenOf(step: unknown, next: unknown): string[] {
  if (isPair(step)) return isScalar(step.key) ? [String(step.key.value)] : [];
  return isCollection(step) && !isMap(step) ? [String(step.items.indexOf(next))] : [];
}
