import type ts from "typescript";
import { type Child, type Context, type Pair, type PartCause, type Parts, show } from "./context.js";
import { bestMatch, discriminantsOf } from "./match-members.js";

/** Whether either side is a union, so that members have to be compared. */
export function hasMembers(pair: Pair): boolean {
  return pair.old.isUnion() || pair.new.isUnion();
}

/** The members of both sides: those that the other side lacks, and pairs of those that resemble each other. */
export function compareMembers(context: Context, pair: Pair): Parts {
  const { typescript, checker } = context;
  const relevant = (type: ts.Type): readonly ts.Type[] =>
    (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => !pair.loose || (flags & typescript.TypeFlags.Undefined) === 0,
    );
  const [old, current] = [relevant(pair.old), relevant(pair.new)];
  const same = new Set(old.filter((each) => current.includes(each)));
  const [oldLeft, newLeft] = [old, current].map((list) => list.filter((each) => !same.has(each))) as [
    ts.Type[],
    ts.Type[],
  ];
  const children: Child[] = [];
  const matched = new Set<ts.Type>();
  const objects = Math.max(
    ...[old, current].map((list) => list.filter((each) => isObject(context, each)).length),
  );
  const match = (before: ts.Type, after: ts.Type): void => {
    matched.add(before);
    matched.add(after);
    if (objects < 2) {
      children.push({ old: before, new: after, use: pair.use });
      return;
    }
    const both = [discriminantsOf(context, before), discriminantsOf(context, after)] as const;
    const shared = [...both[0].keys()].filter((name) => both[1].has(name));
    children.push({ old: before, new: after, use: pair.use, discriminants: new Set(shared) });
  };
  for (const each of newLeft) {
    const counterpart = bestMatch(context, each, { others: oldLeft, siblings: newLeft });
    if (counterpart !== undefined) match(counterpart, each);
  }
  for (const each of oldLeft) {
    if (matched.has(each)) continue;
    const counterpart = bestMatch(context, each, { others: newLeft, siblings: oldLeft });
    if (counterpart !== undefined) match(each, counterpart);
  }
  const isNothing = ({ flags }: ts.Type): boolean =>
    (flags & (typescript.TypeFlags.Undefined | typescript.TypeFlags.Null)) !== 0;
  const [[before, ...more], [after, ...others]] = [oldLeft, newLeft].map((list) =>
    list.filter((each) => !isNothing(each)),
  ) as [ts.Type[], ts.Type[]];
  const isAlone = before !== undefined && after !== undefined && more.length === 0 && others.length === 0;
  if (isAlone && matched.size === 0 && [...same].every(isNothing)) match(before, after);
  const added = newLeft.filter((each) => !matched.has(each) && !checker.isTypeAssignableTo(each, pair.old));
  const removed = oldLeft.filter(
    (each) =>
      !matched.has(each) &&
      !checker.isTypeAssignableTo(each, pair.new) &&
      (pair.use === "sent" || !isNothing(each)),
  );
  const values = lostValues(context, { children, old, new: current });
  const causes =
    pair.use === "sent"
      ? [...refused(context, removed, pair)]
      : [...surprising(context, added, pair), ...gone(context, [...removed, ...values], pair)];
  return { children, causes };
}

/** Values of discriminants that no member has any more, though a member of the old union was paired. */
function lostValues(
  context: Context,
  {
    children,
    old,
    new: current,
  }: { children: readonly Child[]; old: readonly ts.Type[]; new: readonly ts.Type[] },
): ts.Type[] {
  const names = new Set(children.flatMap(({ discriminants }) => [...(discriminants ?? [])]));
  const valuesOf = (members: readonly ts.Type[], name: string) =>
    new Set(members.flatMap((each) => [...(discriminantsOf(context, each).get(name) ?? [])]));
  return [...names].flatMap((name) => {
    // A member without the property, or with any text there, may have every value.
    if (current.some((each) => isObject(context, each) && !discriminantsOf(context, each).has(name)))
      return [];
    const left = valuesOf(current, name);
    return [...valuesOf(old, name)].filter((value) => !left.has(value));
  });
}

function isObject({ typescript }: Context, { flags }: ts.Type): boolean {
  return (flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) !== 0;
}

function* surprising(context: Context, members: readonly ts.Type[], pair: Pair): Iterable<PartCause> {
  if (members.length === 0) return;
  const text = list(context, members);
  yield {
    values: members.map((each) => show(context, each)),
    kind: "incompatible",
    code: "source-value-added",
    message: `may be ${text} now`,
    error: `TS2322: Type '${text}' is not assignable to type '${show(context, pair.old)}'`,
    remedy: "Let the schema allow it only in a new version, or in a new property",
  };
}

function* gone(context: Context, members: readonly ts.Type[], pair: Pair): Iterable<PartCause> {
  if (members.length === 0) return;
  const text = list(context, members);
  yield {
    values: members.map((each) => show(context, each)),
    kind: "lost",
    code: "source-value-removed",
    message: `is never ${text} any more`,
    error: `TS2367: This comparison appears to be unintentional because the types '${show(context, pair.new)}' and '${text}' have no overlap`,
    remedy: "Leave the value in the schema and deprecate it",
  };
}

function* refused(context: Context, members: readonly ts.Type[], pair: Pair): Iterable<PartCause> {
  if (members.length === 0) return;
  const text = list(context, members);
  yield {
    values: members.map((each) => show(context, each)),
    kind: "incompatible",
    code: "source-value-removed",
    message: `can't be ${text} any more`,
    error: `TS2322: Type '${text}' is not assignable to type '${show(context, pair.new)}'`,
    remedy: "Keep accepting the value and deprecate it",
  };
}

function list(context: Context, members: readonly ts.Type[]): string {
  const shown = members.slice(0, 5).map((each) => show(context, each));
  return [...shown, ...(members.length > 5 ? [`${members.length - 5} more`] : [])].join(" | ");
}
