import { expand } from "../goal/expand.js";
import { type Atom, all, any, atomKey, type Choice, type Formula, type JsonType } from "../goal/formula.js";
import type { Goal } from "../goal/goal.js";
import { type NodeClasses, unwrapped } from "../goal/node-classes.js";

/** What a walk through the branches needs. */
export interface BranchOptions {
  readonly type: JsonType;
  readonly classes: NodeClasses;
  /** Counts a step. */
  spend(): void;
}

interface Branch {
  readonly atoms: readonly Atom[];
  /** By key of an atom, whether it holds in this branch. */
  readonly known: ReadonlyMap<string, boolean>;
  /** What must hold, too, and isn't in the atoms yet. */
  readonly open: readonly Formula[];
}

/**
 * The ways in which a goal can be fulfilled by values of a type, each as a list of atoms that must all hold. Ways
 * that contradict themselves are left out.
 */
export function* branchesOf(goal: Goal, options: BranchOptions): Generator<readonly Atom[]> {
  const open: Formula[] = goal.map(({ node, holds }) => ({ kind: "schema", node, holds }));
  yield* walk({ atoms: [], known: new Map(), open }, options);
}

function* walk(start: Branch, options: BranchOptions): Generator<readonly Atom[]> {
  options.spend();
  const branch = settled(start, options);
  if (branch === undefined) return;
  const choice = smallest(branch.open);
  if (choice === undefined) {
    yield branch.atoms;
    return;
  }
  const others = branch.open.filter((formula) => formula !== choice);
  const before: Formula[] = [];
  for (const alternative of choice.of) {
    yield* walk({ ...branch, open: [alternative, ...before, ...others] }, options);
    // Was tried already, so the following alternatives needn't try it again.
    if (alternative.kind === "present") before.push({ ...alternative, holds: !alternative.holds });
  }
}

/** Takes over everything that isn't a choice; `undefined` if it contradicts itself. */
function settled({ atoms: given, known: before, open }: Branch, options: BranchOptions): Branch | undefined {
  const atoms = [...given];
  const known = new Map(before);
  let choices: Choice[] = [];
  const queue = [...open];
  for (;;) {
    for (let formula = queue.pop(); formula !== undefined; formula = queue.pop()) {
      if (formula.kind === "all") queue.push(...formula.of);
      else if (formula.kind === "one") queue.push(oneOf(formula));
      else if (formula.kind === "cases")
        choices.push({
          kind: "any",
          of: formula.of.map(({ condition, follows }) => all([condition, follows])),
        });
      else if (formula.kind === "any") choices.push(formula);
      else if (isNew(formula, known, options)) {
        if (isContradiction(formula, known, options)) return undefined;
        remember(formula, known, options);
        if (formula.kind === "schema")
          // A reference counts as its target, so what is expanded must be the target.
          queue.push(expand({ ...formula, node: unwrapped(formula.node) }, options.type));
        else atoms.push(formula);
      }
    }
    const left = choices.map((choice) => simplified(choice, known, options));
    choices = left.filter((each): each is Choice => each !== undefined && each.of.length !== 1);
    if (choices.some(({ of }) => of.length === 0)) return undefined;
    for (const each of left) if (each?.of.length === 1 && each.of[0] !== undefined) queue.push(each.of[0]);
    if (queue.length === 0) return { atoms, known, open: choices };
  }
}

type Known = ReadonlyMap<string, boolean>;

function keyed(formula: Formula, options: BranchOptions) {
  return isCompound(formula) ? undefined : atomKey(formula, options.classes);
}

function isCompound(formula: Formula): formula is Exclude<Formula, Atom> {
  return ["all", "any", "one", "cases"].includes(formula.kind);
}

function isNew(formula: Formula, known: Known, options: BranchOptions): boolean {
  const atom = keyed(formula, options);
  return atom === undefined || known.get(atom.key) !== atom.holds;
}

function isContradiction(formula: Formula, known: Known, options: BranchOptions): boolean {
  if (formula.kind === "schema" && typeof formula.node === "boolean") return formula.node !== formula.holds;
  const atom = keyed(formula, options);
  return atom !== undefined && known.get(atom.key) === !atom.holds;
}

function remember(formula: Formula, known: Map<string, boolean>, options: BranchOptions): void {
  const atom = keyed(formula, options);
  if (atom !== undefined) known.set(atom.key, atom.holds);
}

/** A choice without the alternatives that can't hold; `undefined` if one of them holds already. */
function simplified(choice: Choice, known: Known, options: BranchOptions): Choice | undefined {
  const of: Formula[] = [];
  for (const alternative of choice.of) {
    const parts = alternative.kind === "all" ? alternative.of : [alternative];
    if (parts.some((part) => isFalse(part, known, options))) continue;
    if (parts.every((part) => isTrue(part, known, options))) return undefined;
    of.push(alternative);
  }
  return { kind: "any", of };
}

function isFalse(formula: Formula, known: Known, options: BranchOptions): boolean {
  if (formula.kind === "any") return formula.of.every((each) => isFalse(each, known, options));
  if (formula.kind === "all") return formula.of.some((each) => isFalse(each, known, options));
  return isContradiction(formula, known, options);
}

function isTrue(formula: Formula, known: Known, options: BranchOptions): boolean {
  if (formula.kind === "any") return formula.of.some((each) => isTrue(each, known, options));
  if (formula.kind === "all") return formula.of.every((each) => isTrue(each, known, options));
  if (formula.kind === "schema" && typeof formula.node === "boolean") return formula.node === formula.holds;
  const atom = keyed(formula, options);
  return atom !== undefined && known.get(atom.key) === atom.holds;
}

/** Exactly one of several schemas, or none or at least two of them. */
function oneOf({ of, holds }: Extract<Formula, { readonly kind: "one" }>): Formula {
  const literal = (at: number, wanted: boolean): Formula => ({
    kind: "schema",
    node: of[at] ?? true,
    holds: wanted,
  });
  const numbers = of.map((_, at) => at);
  if (holds) return any(numbers.map((only) => all(numbers.map((at) => literal(at, at === only)))));
  const pairs = numbers.flatMap((a) =>
    numbers.filter((b) => b > a).map((b) => all([literal(a, true), literal(b, true)])),
  );
  return any([all(numbers.map((at) => literal(at, false))), ...pairs]);
}

function smallest(open: readonly Formula[]): Choice | undefined {
  let best: Choice | undefined;
  for (const formula of open)
    if (formula.kind === "any" && (best === undefined || formula.of.length < best.of.length)) best = formula;
  return best;
}
