import type { Numeric } from "../../../../reader/documents/exact-number.js";
import { exactSupport } from "../../../../reader/validation/exact-support.js";
import type { Node, ValidationRule, ValueFormat } from "../../../../reader/validation/nodes/node.js";
import { canonical } from "./canonical.js";
import type { NodeClasses } from "./node-classes.js";

/** The types of JSON, between which a search is split. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** What a schema says about the values of one type, as a formula of atoms. */
export type Formula =
  | { readonly kind: "all"; readonly of: readonly Formula[] }
  | FormulaChoice
  | OneFormula
  /** Exactly one of the conditions holds; what follows from it is stated, or its opposite. */
  | { readonly kind: "cases"; readonly of: readonly FormulaCase[] }
  | Atom;

/** At least one of them. */
export interface FormulaChoice {
  readonly kind: "any";
  readonly of: readonly Formula[];
}

/** Exactly one of several schemas holds, or none or at least two of them. */
export interface OneFormula {
  readonly kind: "one";
  readonly of: readonly Node[];
  readonly holds: boolean;
}

/** What holds under a condition. */
interface FormulaCase {
  readonly condition: Formula;
  readonly follows: Formula;
}

/** A statement that is the business of one part of the solver. */
export type Atom =
  /** `late`: it is only expanded if a value that was found without it breaks it. `now`: then. */
  | { readonly kind: "schema"; readonly node: Node; readonly holds: boolean; readonly late?: true | "now" }
  | { readonly kind: "values"; readonly values: readonly unknown[]; readonly holds: boolean }
  | NumberAtom
  | StringAtom
  | SizeAtom
  | ArrayAtom
  | ObjectAtom;

/** A number of characters, items or properties. */
interface SizeAtom {
  readonly kind: "size";
  readonly least: number;
  readonly most: number;
}

/** About a number. */
type NumberAtom =
  | { readonly kind: "bound"; readonly side: "least" | "most"; readonly at: Numeric; readonly open: boolean }
  | { readonly kind: "multiple"; readonly of: Numeric; readonly holds: boolean }
  | FormatAtom;

/** A format, known by its name and by examples alone. */
interface FormatAtom {
  readonly kind: "format";
  readonly format: ValueFormat;
  readonly holds: boolean;
}

/** About a string. */
type StringAtom =
  | { readonly kind: "pattern"; readonly pattern: string; readonly holds: boolean }
  | FormatAtom;

/** About an array. */
export type ArrayAtom =
  | { readonly kind: "items"; readonly first: readonly Node[]; readonly rest: Node }
  | { readonly kind: "item"; readonly at: number; readonly node: Node }
  | { readonly kind: "someItem"; readonly from: number; readonly node: Node }
  | { readonly kind: "contains"; readonly node: Node; readonly least: number; readonly most: number }
  | { readonly kind: "unique"; readonly holds: boolean };

/** Which names a statement is about: exactly one, or all that match patterns and don't match others. */
export type NameSet =
  | { readonly kind: "name"; readonly name: string }
  | {
      readonly kind: "names";
      readonly matching: readonly string[];
      readonly notMatching: readonly string[];
      readonly except: readonly string[];
    };

/** About an object. */
export type ObjectAtom =
  | { readonly kind: "members"; readonly members: Members }
  /** There is a member with such a name, whose value a schema refuses. */
  | { readonly kind: "someMember"; readonly names: NameSet; readonly node: Node }
  | { readonly kind: "present"; readonly name: string; readonly holds: boolean }
  | { readonly kind: "names"; readonly node: Node }
  | { readonly kind: "someName"; readonly node: Node }
  | { readonly kind: "rule"; readonly rule: ValidationRule; readonly holds: boolean };

/** The schemas of an object's members. */
export interface Members {
  readonly properties: ReadonlyMap<string, Node>;
  readonly patterns: ReadonlyMap<string, Node>;
  /** Of all members to which none of these applies. */
  readonly rest: Node;
}

/** Always true. */
export const always: Formula = { kind: "all", of: [] };
/** Never true. */
export const never: Formula = { kind: "any", of: [] };

/** Every one of them. */
export function all(of: readonly Formula[]): Formula {
  if (of.length === 1 && of[0] !== undefined) return of[0];
  return { kind: "all", of };
}

/** At least one of them. */
export function any(of: readonly Formula[]): Formula {
  if (of.length === 1 && of[0] !== undefined) return of[0];
  return { kind: "any", of };
}

/** A text that identifies what an atom states, and whether it states the opposite; absent if it has no opposite. */
export function atomKey(
  atom: Atom,
  classes: NodeClasses,
): { readonly key: string; readonly holds: boolean } | undefined {
  switch (atom.kind) {
    case "schema":
      return { key: `schema ${classes.of(atom.node)}`, holds: atom.holds };
    case "pattern":
      return { key: `pattern ${atom.pattern}`, holds: atom.holds };
    case "format":
      return { key: `format ${atom.format.name}`, holds: atom.holds };
    case "multiple":
      return { key: `multiple ${atom.of}`, holds: atom.holds };
    case "present":
      return { key: `present ${atom.name}`, holds: atom.holds };
    case "unique":
      return { key: "unique", holds: atom.holds };
    case "rule":
      return { key: `rule ${canonical([atom.rule.equal, atom.rule.later])}`, holds: atom.holds };
    default:
      return undefined;
  }
}

/** A formula without counting. That the others fail is rarely what decides, so it is put off. */
export function expandOne({ of, holds }: OneFormula): Formula {
  const numbers = of.map((_, at) => at);
  const node = (at: number): Node => of[at] ?? true;
  if (holds)
    return any(
      numbers.map((only) =>
        all([nodeFormula(node(only), true), ...negations(numbers.filter((at) => at !== only).map(node))]),
      ),
    );
  const pairs = numbers.flatMap((a) =>
    numbers.filter((b) => b > a).map((b) => all([nodeFormula(node(a), true), nodeFormula(node(b), true)])),
  );
  return any([all(negations(of)), ...pairs]);
}

/**
 * Of two `oneOf`, one of which holds and the other doesn't, most alternatives are usually the same. Either none of
 * these holds, and the others make the difference; or one does, none of the others of the first list, and at least
 * one of the second. `undefined` if there is no such pair.
 */
export function opposites(
  formulas: readonly OneFormula[],
  classes: NodeClasses,
): { readonly formula: Formula; readonly of: readonly Formula[] } | undefined {
  for (const held of formulas.filter(({ holds }) => holds))
    for (const broken of formulas.filter(({ holds }) => !holds)) {
      const common: Node[] = [];
      const theirs = [...broken.of];
      const ours = held.of.filter((node) => {
        const at = theirs.findIndex((other) => classes.of(other) === classes.of(node));
        if (at < 0) return true;
        common.push(node);
        theirs.splice(at, 1);
        return false;
      });
      if (common.length === 0) continue;
      const formula = any([
        all([
          ...negations(common),
          { kind: "one", of: ours, holds: true },
          { kind: "one", of: theirs, holds: false },
        ]),
        all([
          { kind: "one", of: common, holds: true },
          ...negations(ours),
          any(theirs.map((node) => nodeFormula(node, true))),
        ]),
      ]);
      return { formula, of: [held, broken] };
    }
  return undefined;
}

function nodeFormula(node: Node, holds: boolean): Formula {
  return { kind: "schema", node, holds };
}

function negations(nodes: readonly Node[]): Formula[] {
  return nodes.map((node) => ({ kind: "schema", node, holds: false, late: true }));
}

/** A schema that a value must satisfy, or must not satisfy. */
export interface SignedNode {
  readonly node: Node;
  readonly holds: boolean;
}

/** Schemas about one value, all of which must be as they say. */
export type Goal = readonly SignedNode[];

/** Whether there is a value for a goal. */
export type Solution =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly reason: string };

/** There is no value for a goal. */
export const none: Solution = { kind: "none" };

/** A schema that must hold. */
export function holds(node: Node): SignedNode {
  return { node, holds: true };
}

/** A schema that must not hold. */
export function fails(node: Node): SignedNode {
  return { node, holds: false };
}

/** A number for a signed schema; its negative is that of the opposite. */
export function literal({ node, holds }: SignedNode, classes: NodeClasses): number {
  const number = classes.of(node) + 1;
  if (holds) return number;
  return -number;
}

/** Whether a value fulfils a goal, as the validators see it. */
export function fulfils(goal: Goal, value: unknown): boolean {
  try {
    return goal.every(({ node, holds }) => exactSupport().conforms(node, value) === holds);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
