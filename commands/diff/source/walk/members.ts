import type ts from "typescript";
import { exportText } from "../cause.js";
import {
  type Child,
  type PartCause,
  show,
  type TypePair,
  type TypeParts,
  type WalkContext,
} from "./context.js";

/** Whether either side is a union, so that members have to be compared. */
export function hasMembers(pair: TypePair): boolean {
  return pair.old.isUnion() || pair.new.isUnion();
}

/** The members of both sides: those that the other side lacks, and pairs of those that resemble each other. */
export function compareMembers(context: WalkContext, pair: TypePair): TypeParts {
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
    const both = [discriminants(context, before), discriminants(context, after)] as const;
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
  // A program that reads `unknown` must ask what it has, so it reads any other type, too.
  const isMissed = ({ flags }: ts.Type): boolean => (flags & typescript.TypeFlags.Unknown) === 0;
  const removed = oldLeft.filter(
    (each) =>
      !matched.has(each) &&
      !checker.isTypeAssignableTo(each, pair.new) &&
      (pair.use === "sent" || (!isNothing(each) && isMissed(each))),
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
  context: WalkContext,
  {
    children,
    old,
    new: current,
  }: { children: readonly Child[]; old: readonly ts.Type[]; new: readonly ts.Type[] },
): ts.Type[] {
  const names = new Set(children.flatMap(({ discriminants }) => [...(discriminants ?? [])]));
  const discriminantValues = (members: readonly ts.Type[], name: string) =>
    new Set(members.flatMap((each) => [...(discriminants(context, each).get(name) ?? [])]));
  return [...names].flatMap((name) => {
    // A member without the property, or with any text there, may have every value.
    if (current.some((each) => isObject(context, each) && !discriminants(context, each).has(name))) return [];
    const left = discriminantValues(current, name);
    return [...discriminantValues(old, name)].filter((value) => !left.has(value));
  });
}

function isObject({ typescript }: WalkContext, { flags }: ts.Type): boolean {
  return (flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) !== 0;
}

function* surprising(context: WalkContext, members: readonly ts.Type[], pair: TypePair): Iterable<PartCause> {
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

function* gone(context: WalkContext, members: readonly ts.Type[], pair: TypePair): Iterable<PartCause> {
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

function* refused(context: WalkContext, members: readonly ts.Type[], pair: TypePair): Iterable<PartCause> {
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

function list(context: WalkContext, members: readonly ts.Type[]): string {
  const shown = members.slice(0, 5).map((each) => show(context, each));
  const parts: string[] = [...shown];
  if (members.length > 5) parts.push(`${members.length - 5} more`);
  return parts.join(" | ");
}

/** By property, the literals that it may have. */
type Discriminants = ReadonlyMap<string, ReadonlySet<ts.Type>>;

const known = new WeakMap<ts.Type, Discriminants>();

/** The properties of an object type whose type consists of literals. */
function discriminants({ typescript, checker }: WalkContext, type: ts.Type): Discriminants {
  const cached = known.get(type);
  if (cached !== undefined) return cached;
  const found = new Map<string, ReadonlySet<ts.Type>>();
  known.set(type, found);
  if ((type.flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) === 0) return found;
  if (checker.isArrayLikeType(type)) return found;
  for (const property of checker.getPropertiesOfType(type)) {
    if ((property.flags & typescript.SymbolFlags.Optional) !== 0) continue;
    const values = checker.getTypeOfSymbol(property);
    const members = values.isUnion() ? values.types : [values];
    if (members.every(({ flags }) => (flags & typescript.TypeFlags.Literal) !== 0))
      found.set(property.name, new Set(members));
  }
  return found;
}

/**
 * The member of another union that most likely describes the same: the only one of its kind, one with the same name, with
 * the same values of the properties that tell members apart, or with the same properties.
 */
function bestMatch(
  context: WalkContext,
  member: ts.Type,
  { others, siblings }: { readonly others: readonly ts.Type[]; readonly siblings: readonly ts.Type[] },
): ts.Type | undefined {
  const kind = typeKind(context, member);
  if (kind === undefined) return undefined;
  const isAlike = (each: ts.Type): boolean => typeKind(context, each) === kind;
  const candidates = others.filter(isAlike);
  if (candidates.length === 1 && siblings.filter(isAlike).length === 1) return candidates[0];
  const name = describeType(context, member);
  const named = candidates.filter((each) => name !== undefined && describeType(context, each) === name);
  if (named.length === 1) return named[0];
  const same = candidates.find((each) => isSame(context, member, each));
  if (same !== undefined) return same;
  const own = discriminants(context, member);
  return highest(candidates, (each) => {
    const theirs = discriminants(context, each);
    const names = nameScore(context, member, each);
    if ([...own.keys()].some((key) => theirs.has(key))) {
      const values = valueScore(own, theirs);
      if (values === 0) return 0;
      return values + names;
    }
    if (names >= 0.5) return names;
    return 0;
  });
}

/** Whether nothing changed. */
function isSame(context: WalkContext, member: ts.Type, other: ts.Type): boolean {
  const { checker } = context;
  return (
    nameScore(context, member, other) === 1 &&
    checker.isTypeAssignableTo(member, other) &&
    checker.isTypeAssignableTo(other, member)
  );
}

function highest(members: readonly ts.Type[], toScore: (member: ts.Type) => number): ts.Type | undefined {
  const scores = members.map(toScore);
  const best = Math.max(0, ...scores);
  if (best === 0) return undefined;
  return members[scores.indexOf(best)];
}

/** The share of properties that both have, optional or not. */
function nameScore(context: WalkContext, member: ts.Type, other: ts.Type): number {
  const [own, theirs] = [member, other].map(
    (each) =>
      new Set(
        context.checker
          .getPropertiesOfType(each)
          .map(({ name, flags }) => `${name}${flags & context.typescript.SymbolFlags.Optional}`),
      ),
  ) as [Set<string>, Set<string>];
  const common = [...own].filter((name) => theirs.has(name)).length;
  return common / (own.size + theirs.size - common);
}

/** 0 if the values exclude each other, or if no property is shared. */
function valueScore(own: Discriminants, others: Discriminants): number {
  let score = 0;
  for (const [name, values] of own) {
    const theirs = others.get(name);
    if (theirs === undefined) continue;
    const common = [...values].filter((value) => theirs.has(value)).length;
    if (common === 0) return 0;
    score += common / (values.size + theirs.size - common);
  }
  return score;
}

function typeKind({ typescript, checker }: WalkContext, type: ts.Type): string | undefined {
  if ((type.flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) === 0)
    return undefined;
  if (checker.isArrayLikeType(type)) return "array";
  if (type.getCallSignatures().length > 0) return "function";
  return "object";
}

function describeType(context: WalkContext, type: ts.Type): string | undefined {
  const { checker } = context;
  const known = context.findName(type);
  if (known !== undefined) return exportText(known);
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    const name = element && describeType(context, element);
    return name && `${name}[]`;
  }
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  if (name?.startsWith("__")) return undefined;
  return name;
}
