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

/** A document as the parser returns it. */
export type YamlDocument = Document<ParsedNode>;

/** The parser's own errors. */
export function parserProblem({ message, pos }: YAMLError, lines: Lines): SyntaxProblem {
  const end = lines.text.trimEnd().length;
  const range = lines.range(Math.min(pos[0], end), Math.min(pos[1], end + 1));
  return { code: "yaml-syntax", message: message.replace(/\.?$/, ""), range };
}

/** Most duplicate keys that are reported: a reader fixes a few, and a document may consist of them. */
const mostDuplicates = 100;

/** Keys that an object has more than once. */
export function duplicateKeys(document: YamlDocument, lines: Lines): SyntaxProblem[] {
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
