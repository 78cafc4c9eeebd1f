import type { Format } from "../../../../reader/validation/nodes/format.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import type { Rule } from "../../../../reader/validation/nodes/rule.js";
import { canonical } from "./canonical.js";
import type { NodeClasses } from "./node-classes.js";

/** The types of JSON, between which a search is split. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** What a schema says about the values of one type, as a formula of atoms. */
export type Formula =
  | { readonly kind: "all"; readonly of: readonly Formula[] }
  | Choice
  | OneFormula
  /** Exactly one of the conditions holds; what follows from it is stated, or its opposite. */
  | { readonly kind: "cases"; readonly of: readonly Case[] }
  | Atom;

/** At least one of them. */
export interface Choice {
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
export interface Case {
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
export interface SizeAtom {
  readonly kind: "size";
  readonly least: number;
  readonly most: number;
}

/** About a number. */
export type NumberAtom =
  | { readonly kind: "bound"; readonly side: "least" | "most"; readonly at: number; readonly open: boolean }
  | { readonly kind: "multiple"; readonly of: number; readonly holds: boolean }
  | FormatAtom;

/** A format, known by its name and by examples alone. */
export interface FormatAtom {
  readonly kind: "format";
  readonly format: Format;
  readonly holds: boolean;
}

/** About a string. */
export type StringAtom =
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
export type Names =
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
  | { readonly kind: "someMember"; readonly names: Names; readonly node: Node }
  | { readonly kind: "present"; readonly name: string; readonly holds: boolean }
  | { readonly kind: "names"; readonly node: Node }
  | { readonly kind: "someName"; readonly node: Node }
  | { readonly kind: "rule"; readonly rule: Rule; readonly holds: boolean };

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
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "all", of };
}

/** At least one of them. */
export function any(of: readonly Formula[]): Formula {
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "any", of };
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
