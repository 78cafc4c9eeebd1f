import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import { all, type Formula, type JsonType } from "./goal.js";
import { referenceTargets } from "./node-classes.js";

/** What schemas that apply to the same value have evaluated of it, if each condition is as it says. */
interface Combination {
  readonly conditions: readonly Formula[];
  readonly properties: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  readonly allProperties: boolean;
  readonly first: number;
  readonly allItems: boolean;
  readonly contained: readonly Node[];
}

/** The number doubles with each alternative; more than this many are too many to look at. */
const mostCombinations = 256;

/** More combinations than are looked at. */
export class TooManyCombinations extends Error {}

/**
 * `unevaluatedProperties` and `unevaluatedItems` as formulas: for each combination of alternatives that hold, what the
 * keyword says about the rest. The combinations exclude each other and are complete, so the formula can be negated.
 */
export function unevaluatedFormula(node: NodeObject, type: JsonType): Formula[] {
  let rest: Node | undefined;
  if (type === "object") rest = node.unevaluatedProperties;
  else if (type === "array") rest = node.unevaluatedItems;
  if (rest === undefined || rest === true) return [];
  const { unevaluatedProperties: _, unevaluatedItems: __, ...others } = node;
  const cases = findCombinations(others, { type, open: new Set() });
  const of = cases.map((each) => ({
    condition: all(each.conditions),
    follows: restFormula(each, { rest, type }),
  }));
  return [{ kind: "cases", of }];
}

function restFormula(
  each: Combination,
  { rest, type }: { readonly rest: Node; readonly type: JsonType },
): Formula {
  if (type === "object") {
    const properties = new Map([...each.properties].map((name) => [name, true]));
    const patterns = new Map([...each.patterns].map((pattern) => [pattern, true]));
    return { kind: "members", members: { properties, patterns, rest: each.allProperties || rest } };
  }
  const first = Array.from({ length: each.first }, () => true);
  const other: Node = each.contained.length === 0 ? rest : { anyOf: [rest, ...each.contained] };
  return { kind: "items", first, rest: each.allItems || other };
}

interface Walk {
  readonly type: JsonType;
  /** Schemas around the current one, at which a reference ends. */
  readonly open: ReadonlySet<Node>;
}

function findCombinations(node: Node, { type, open }: Walk): Combination[] {
  if (typeof node === "boolean" || open.has(node)) return [nothing];
  const inside = { type, open: new Set([...open, node]) };
  const cases = (each: Node): Combination[] => findCombinations(each, inside);
  const either = (each: Node): Combination[] => alternatives(each, cases);
  let found: Combination[] = [ownCombination(node)];
  for (const each of [...referenceTargets(node), ...(node.allOf ?? [])]) found = product(found, cases(each));
  // Which branch of `oneOf` holds is told by the keyword itself; here each may hold or not.
  for (const each of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) found = product(found, either(each));
  const dependent = type === "object" ? Object.entries(node.dependentSchemas ?? {}) : [];
  for (const [name, each] of dependent) {
    const present: Formula = { kind: "present", name, holds: true };
    const absent: Formula = { kind: "present", name, holds: false };
    found = product(found, [
      ...cases(each).map((one) => ({ ...one, conditions: [present, ...one.conditions] })),
      { ...nothing, conditions: [absent] },
    ]);
  }
  if (node.if !== undefined)
    found = product(found, [
      ...product(holding(node.if, cases), cases(node.then ?? true)),
      ...product([failing(node.if)], cases(node.else ?? true)),
    ]);
  return found;
}

function alternatives(node: Node, cases: (node: Node) => Combination[]): Combination[] {
  return [...holding(node, cases), failing(node)];
}

function holding(node: Node, cases: (node: Node) => Combination[]): Combination[] {
  const condition: Formula = { kind: "schema", node, holds: true };
  return cases(node).map((each) => ({ ...each, conditions: [condition, ...each.conditions] }));
}

function failing(node: Node): Combination {
  return { ...nothing, conditions: [{ kind: "schema", node, holds: false }] };
}

const nothing: Combination = {
  conditions: [],
  properties: new Set(),
  patterns: new Set(),
  allProperties: false,
  first: 0,
  allItems: false,
  contained: [],
};

function ownCombination(node: NodeObject): Combination {
  return {
    conditions: [],
    properties: new Set(Object.keys(node.properties ?? {})),
    patterns: new Set(Object.keys(node.patternProperties ?? {})),
    allProperties: node.additionalProperties !== undefined || node.unevaluatedProperties !== undefined,
    first: node.prefixItems?.length ?? 0,
    allItems: node.items !== undefined || node.unevaluatedItems !== undefined,
    contained: node.contains === undefined ? [] : [node.contains],
  };
}

function product(left: readonly Combination[], right: readonly Combination[]): Combination[] {
  if (left.length * right.length > mostCombinations) throw new TooManyCombinations();
  return left.flatMap((a) => right.map((b) => joined(a, b)));
}

function joined(a: Combination, b: Combination): Combination {
  return {
    conditions: [...a.conditions, ...b.conditions],
    properties: new Set([...a.properties, ...b.properties]),
    patterns: new Set([...a.patterns, ...b.patterns]),
    allProperties: a.allProperties || b.allProperties,
    first: Math.max(a.first, b.first),
    allItems: a.allItems || b.allItems,
    contained: [...a.contained, ...b.contained],
  };
}
