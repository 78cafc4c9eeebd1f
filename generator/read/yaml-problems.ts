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
 * The parser's own errors: those before the first one that isn't a duplicate key, and that one. The others often follow
 * from it, as when one line has the wrong indentation.
 */
export function parserProblems(document: YamlDocument, lines: Lines): SyntaxProblem[] {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const at = errors.findIndex(({ code }) => code !== "DUPLICATE_KEY");
  const [first, ...others] = at < 0 ? [] : errors.slice(at);
  const duplicates = at < 0 ? errors : errors.slice(0, at);
  const problems = duplicates.map((error) => duplicateKey(error, document, lines));
  return first === undefined ? problems : [...problems, syntaxError(first, others, lines)];
}

function duplicateKey({ pos }: YAMLError, document: YamlDocument, lines: Lines): SyntaxProblem {
  const tokens = pathOfKey(document, pos[0]);
  return {
    code: "duplicate-key",
    message: "duplicate key",
    range: tokens ? lines.range(pos[0], tokens.end) : rangeIn(lines, pos),
    ...(tokens && { tokens: tokens.path }),
  };
}

function syntaxError(first: YAMLError, others: readonly YAMLError[], lines: Lines): SyntaxProblem {
  const { code, message, pos } = first;
  const problem = {
    code: "yaml-syntax",
    message: message.replace(/\.?$/, ""),
    range: rangeIn(lines, pos),
  } as const;
  if (code === "BAD_INDENT")
    return { ...problem, hint: "Indent this line like the lines that belong beside it." };
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

/** The path of the key at an offset, and where the key ends. */
function pathOfKey(document: YamlDocument, offset: number): { path: string[]; end: number } | undefined {
  let found: { path: string[]; end: number } | undefined;
  visit(document, {
    Scalar: (key, node, path) => {
      if (key !== "key" || node.range?.[0] !== offset) return undefined;
      const steps = [...path, node];
      const tokens = steps.flatMap((step, index) => tokenOf(step, steps[index + 1]));
      found = { path: tokens, end: node.range[1] };
      return visit.BREAK;
    },
  });
  return found;
}

function tokenOf(step: unknown, next: unknown): string[] {
  if (isPair(step)) return isScalar(step.key) ? [String(step.key.value)] : [];
  return isCollection(step) && !isMap(step) ? [String(step.items.indexOf(next))] : [];
}
