import { expand } from "../goal/expand.js";
import {
  type Atom,
  all,
  atomKey,
  expandOne,
  type Formula,
  type FormulaChoice,
  type Goal,
  type JsonType,
  type OneFormula,
  opposites,
} from "../goal/goal.js";
import { type NodeClasses, unwrapped } from "../goal/node-classes.js";

/** What a walk through the branches needs. */
interface BranchOptions {
  readonly type: JsonType;
  readonly classes: NodeClasses;
  /** Counts a step. */
  spend(): void;
  /** Whether a formula has no value together with atoms that must hold; not all that have none are known. */
  impossibleWith(atoms: readonly Atom[]): (formula: Formula) => boolean;
}

/** A schema that must hold or fail, but isn't expanded yet. */
export type LateAtom = Extract<Atom, { readonly kind: "schema" }>;

/** One way to fulfil a goal. */
export interface Way {
  /** All of them must hold. */
  readonly atoms: readonly Atom[];
  /** What must hold, too, but was put off. */
  readonly late: readonly LateAtom[];
  /** The ways that also follow from some of what was put off. */
  expanded(which: readonly LateAtom[]): Generator<Way>;
}

interface Branch {
  readonly atoms: readonly Atom[];
  /** By key of an atom, whether it holds in this branch. */
  readonly known: ReadonlyMap<string, boolean>;
  /** What must hold, too, and isn't in the atoms yet. */
  readonly open: readonly Formula[];
  /** Schemas that must hold or fail, too, and are only expanded if a value that was found without them breaks them. */
  readonly late: ReadonlyMap<string, LateAtom>;
}

/** The ways in which a goal can be fulfilled by values of a type. Those that contradict themselves are left out. */
export function* goalBranches(goal: Goal, options: BranchOptions): Generator<Way> {
  const open: Formula[] = goal.map(({ node, holds }) => ({ kind: "schema", node, holds }));
  yield* walk({ atoms: [], known: new Map(), open, late: new Map() }, options);
}

function* walk(start: Branch, options: BranchOptions): Generator<Way> {
  options.spend();
  const branch = settled(start, options);
  if (branch === undefined) return;
  const { open, late, atoms } = branch;
  const counts = open.filter((formula): formula is OneFormula => formula.kind === "one");
  const pair = opposites(counts, options.classes);
  if (pair !== undefined) {
    yield* walk({ ...branch, open: [pair.formula, ...without(open, pair.of)] }, options);
    return;
  }
  const choice = smallest(open);
  if (choice !== undefined) {
    const before: Formula[] = [];
    const isImpossible = options.impossibleWith(atoms);
    for (const alternative of choice.of) {
      if (isImpossible(alternative)) continue;
      yield* walk({ ...branch, open: [alternative, ...before, ...without(open, [choice])] }, options);
      // Was tried already, so the following alternatives needn't try it again.
      if (alternative.kind === "present") before.push({ ...alternative, holds: !alternative.holds });
    }
    return;
  }
  const [count] = counts;
  if (count !== undefined)
    yield* walk({ ...branch, open: [expandOne(count), ...without(open, [count])] }, options);
  else
    yield {
      atoms,
      late: [...late.values()],
      expanded: (which) => {
        const rest = new Map([...late].filter(([, each]) => !which.includes(each)));
        const now = which.map((each) => ({ ...each, late: "now" }) as const);
        return walk({ ...branch, open: now, late: rest }, options);
      },
    };
}

function without(open: readonly Formula[], taken: readonly Formula[]): Formula[] {
  return open.filter((formula) => !taken.includes(formula));
}

/** Takes over everything that isn't a choice; `undefined` if it contradicts itself. */
function settled(given: Branch, options: BranchOptions): Branch | undefined {
  const atoms = [...given.atoms];
  const known = new Map(given.known);
  const late = new Map(given.late);
  const counts: Formula[] = [];
  let choices: FormulaChoice[] = [];
  const queue = [...given.open];
  for (;;) {
    for (let formula = queue.pop(); formula !== undefined; formula = queue.pop()) {
      if (formula.kind === "all") queue.push(...formula.of);
      else if (formula.kind === "one") counts.push(formula);
      else if (formula.kind === "cases")
        choices.push({
          kind: "any",
          of: formula.of.map(({ condition, follows }) => all([condition, follows])),
        });
      else if (formula.kind === "any") choices.push(formula);
      else if (formula.kind === "schema") {
        if (isContradiction(formula, known, options)) return undefined;
        const key = keyed(formula, options)?.key ?? "";
        const isKnown = known.has(key) && formula.late !== "now";
        if (formula.late === true) {
          if (!isKnown) late.set(key, formula);
        } else if (!isKnown || late.delete(key))
          // A reference counts as its target, so what is expanded must be the target.
          queue.push(expand({ ...formula, node: unwrapped(formula.node) }, options.type));
        remember(formula, known, options);
      } else if (isNew(formula, known, options)) {
        if (isContradiction(formula, known, options)) return undefined;
        remember(formula, known, options);
        atoms.push(formula);
      }
    }
    const left = choices.map((choice) => simplified(choice, known, options));
    choices = left.filter((each): each is FormulaChoice => each !== undefined && each.of.length !== 1);
    if (choices.some(({ of }) => of.length === 0)) return undefined;
    for (const each of left) if (each?.of.length === 1 && each.of[0] !== undefined) queue.push(each.of[0]);
    if (queue.length === 0) return { atoms, known, late, open: [...choices, ...counts] };
  }
}

type Known = ReadonlyMap<string, boolean>;

function keyed(formula: Formula, options: BranchOptions) {
  if (isCompound(formula)) return undefined;
  return atomKey(formula, options.classes);
}

function isCompound(formula: Formula): formula is Exclude<Formula, Atom> {
  return ["all", "any", "one", "cases"].includes(formula.kind);
}

function isNew(formula: Formula, known: Known, options: BranchOptions): boolean {
  const atom = keyed(formula, options);
  return atom === undefined || known.get(atom.key) !== atom.holds;
}

function isContradiction(formula: Formula, known: Known, options: BranchOptions): boolean {
  if (formula.kind === "schema" && formula.node === !formula.holds) return true;
  // `true` is of the same class as `{}`, which may be known to fail.
  const atom = keyed(formula, options);
  return atom !== undefined && known.get(atom.key) === !atom.holds;
}

function remember(formula: Formula, known: Map<string, boolean>, options: BranchOptions): void {
  const atom = keyed(formula, options);
  if (atom !== undefined) known.set(atom.key, atom.holds);
}

/** A choice without the alternatives that can't hold; `undefined` if one of them holds already. */
function simplified(choice: FormulaChoice, known: Known, options: BranchOptions): FormulaChoice | undefined {
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

function smallest(open: readonly Formula[]): FormulaChoice | undefined {
  let best: FormulaChoice | undefined;
  for (const formula of open)
    if (formula.kind === "any" && (best === undefined || formula.of.length < best.of.length)) best = formula;
  return best;
}
