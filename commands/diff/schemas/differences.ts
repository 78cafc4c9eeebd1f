import { fromPointer } from "@oipkit/runtime/json-pointer";
import { exactSupport } from "../../../reader/validation/exact-support.js";
import { type Node, type NodeObject, sameValue } from "../../../reader/validation/nodes/node.js";
import type { Violation } from "../../../reader/validation/violation.js";
import type { Decider, Question } from "../inclusion/decide.js";
import { referenceTargets } from "../inclusion/goal/node-classes.js";

/** A document that the first schemas of a question accept, and what the other one finds wrong with it. */
interface Difference {
  readonly document: unknown;
  readonly violation: Violation;
  /** How many violations the document has: with few, it shows more clearly what is wrong. */
  readonly violations: number;
}

/** What a comparison of two schemas found. */
interface Differences {
  /** One for each place that refuses documents. */
  readonly found: readonly Difference[];
  /** Why there may be more. */
  readonly doubt?: string;
}

/** Differences of one schema, unless told otherwise. Guessed: more are rarely read. */
const mostDifferences = 50;
/** Levels that are descended. Guessed: deeper places are found with one witness for all of them. */
const mostLevels = 16;

/** A part of the schemas, and how a value of it becomes a document of the whole. */
interface Part {
  readonly question: Question;
  readonly level: number;
  embed(value: unknown): unknown;
  readonly path: readonly string[];
}

/**
 * Finds a document for each place at which a schema refuses what others accept. If a place is in a part of the
 * document that both versions describe, more of that part's places are looked for, each shown in a whole document. Not
 * many more than `most` are looked for.
 */
export function schemaDifferences(
  question: Question,
  decider: Decider,
  most: number = mostDifferences,
): Differences {
  const found = new Map<string, Difference>();
  const seen = new Set<string>();
  let doubt: string | undefined;
  const open: Part[] = [{ question, level: 0, embed: (value) => value, path: [] }];
  for (let part = open.pop(); part !== undefined && found.size < most; part = open.pop()) {
    const key = decider.questionKey(part.question);
    if (seen.has(key)) continue;
    seen.add(key);
    const search = decider.search(part.question, { most });
    doubt ??= search.doubt;
    for (const value of search.values) {
      const document = part.embed(value);
      if (!isDifference(question, document)) continue;
      const violations = findViolations(question.in, document);
      for (const violation of violations) {
        const path = fromPointer(violation.pointer);
        if (!part.path.every((token, at) => path[at] === token)) continue;
        const inner = part.level < mostLevels ? innerPart(part, { value, path, document }) : undefined;
        if (inner !== undefined && !seen.has(decider.questionKey(inner.question))) open.push(inner);
        const known = found.get(violation.schemaPointer);
        if (known === undefined || violations.length < known.violations)
          found.set(violation.schemaPointer, { document, violation, violations: violations.length });
      }
    }
  }
  return { found: [...found.values()], ...(doubt !== undefined && { doubt }) };
}

/** The part that holds a violation, one level further down. */
function innerPart(
  part: Part,
  {
    value,
    path,
    document,
  }: { readonly value: unknown; readonly path: readonly string[]; readonly document: unknown },
): Part | undefined {
  const token = path[part.path.length];
  if (token === undefined) return undefined;
  const { of, also, in: within } = part.question;
  const refusing = schemaAt(within, token, value);
  const accepting = schemaAt(of, token, value);
  if (refusing === undefined || accepting === undefined) return undefined;
  const place = [...part.path, token];
  return {
    question: {
      of: accepting,
      also: also === undefined ? undefined : schemaAt(also, token, value),
      in: refusing,
    },
    level: part.level + 1,
    path: place,
    embed: (inner) => replaced(document, place, inner),
  };
}

/** A copy with another value at a place that exists. */
function replaced(document: unknown, [token, ...others]: readonly string[], value: unknown): unknown {
  if (token === undefined) return value;
  if (Array.isArray(document))
    return document.map((item, at) => (String(at) === token ? replaced(item, others, value) : item));
  return Object.fromEntries(
    Object.entries(document as object).map(([name, item]) => [
      name,
      name === token ? replaced(item, others, value) : item,
    ]),
  );
}

function isDifference({ of, also = true, in: within }: Question, document: unknown): boolean {
  return accepts(of, document) && accepts(also, document) && !accepts(within, document);
}

function accepts(node: Node, value: unknown): boolean {
  try {
    return exactSupport().conforms(node, value);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function findViolations(schema: Node, document: unknown): readonly Violation[] {
  const all = exactSupport().findings(document, { accepts: (value) => accepts(schema, value), schema });
  // What the alternatives of a value say only explains why none of them fits.
  const choices = all.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const outer = choices.filter((each) => !choices.some((other) => isBelow(each, other) && each !== other));
  return all.filter((each) => outer.includes(each) || !outer.some((choice) => isBelow(each, choice)));
}

function isBelow({ pointer }: Violation, above: Violation): boolean {
  return pointer === above.pointer || pointer.startsWith(`${above.pointer}/`);
}

/** The schema of a member or of an item, as far as it always applies; `undefined` if the schema says nothing about it. */
function schemaAt(node: Node, token: string, parent: unknown): Node | undefined {
  const found = always([node]).flatMap((each) => findPart(each, token, parent) ?? []);
  const distinct = [...new Set(found)];
  if (distinct.length > 1) return { allOf: distinct };
  return distinct[0];
}

function findPart(node: NodeObject, token: string, parent: unknown): Node | undefined {
  if (Array.isArray(parent)) return node.prefixItems?.[Number(token)] ?? node.items;
  if (node.properties !== undefined && Object.hasOwn(node.properties, token)) return node.properties[token];
  // Whether a pattern matches isn't looked at, so such a schema isn't known.
  if (node.patternProperties === undefined) return node.additionalProperties;
  return undefined;
}

/** The schemas that say something about the same value as these: their references and what they combine. `not` is left out. */
export function inPlace(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [
    ...referenceTargets(node),
    ...sameValue(node).filter((each) => each !== node.not),
  ]);
}

/** Those of them that always apply. */
function always(nodes: readonly Node[]): NodeObject[] {
  return closure(nodes, (node) => [...referenceTargets(node), ...(node.allOf ?? [])]);
}

function closure(nodes: readonly Node[], next: (node: NodeObject) => readonly Node[]): NodeObject[] {
  const found = new Set(nodes.filter((node) => typeof node === "object"));
  for (const node of found) for (const each of next(node)) if (typeof each === "object") found.add(each);
  return [...found];
}
