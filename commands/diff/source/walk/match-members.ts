import type ts from "typescript";
import { exportText } from "../export-name.js";
import type { Context } from "./context.js";

/** By property, the literals that it may have. */
export type Discriminants = ReadonlyMap<string, ReadonlySet<ts.Type>>;

const known = new WeakMap<ts.Type, Discriminants>();

/** The properties of an object type whose type consists of literals. */
export function discriminantsOf({ typescript, checker }: Context, type: ts.Type): Discriminants {
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
export function bestMatch(
  context: Context,
  member: ts.Type,
  { others, siblings }: { readonly others: readonly ts.Type[]; readonly siblings: readonly ts.Type[] },
): ts.Type | undefined {
  const kind = kindOf(context, member);
  if (kind === undefined) return undefined;
  const isAlike = (each: ts.Type): boolean => kindOf(context, each) === kind;
  const candidates = others.filter(isAlike);
  if (candidates.length === 1 && siblings.filter(isAlike).length === 1) return candidates[0];
  const name = nameOf(context, member);
  const named = candidates.filter((each) => name !== undefined && nameOf(context, each) === name);
  if (named.length === 1) return named[0];
  const same = candidates.find((each) => isSame(context, member, each));
  if (same !== undefined) return same;
  const own = discriminantsOf(context, member);
  return highest(candidates, (each) => {
    const theirs = discriminantsOf(context, each);
    const names = nameScore(context, member, each);
    if ([...own.keys()].some((key) => theirs.has(key))) {
      const values = valueScore(own, theirs);
      return values === 0 ? 0 : values + names;
    }
    return names >= 0.5 ? names : 0;
  });
}

/** Whether nothing changed. */
function isSame(context: Context, member: ts.Type, other: ts.Type): boolean {
  const { checker } = context;
  return (
    nameScore(context, member, other) === 1 &&
    checker.isTypeAssignableTo(member, other) &&
    checker.isTypeAssignableTo(other, member)
  );
}

function highest(members: readonly ts.Type[], scoreOf: (member: ts.Type) => number): ts.Type | undefined {
  const scores = members.map(scoreOf);
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : members[scores.indexOf(best)];
}

/** The share of properties that both have, optional or not. */
function nameScore(context: Context, member: ts.Type, other: ts.Type): number {
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

function kindOf({ typescript, checker }: Context, type: ts.Type): string | undefined {
  if ((type.flags & (typescript.TypeFlags.Object | typescript.TypeFlags.Intersection)) === 0)
    return undefined;
  if (checker.isArrayLikeType(type)) return "array";
  return type.getCallSignatures().length > 0 ? "function" : "object";
}

function nameOf(context: Context, type: ts.Type): string | undefined {
  const { checker } = context;
  const known = context.nameOf(type);
  if (known !== undefined) return exportText(known);
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    const name = element && nameOf(context, element);
    return name && `${name}[]`;
  }
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  return name?.startsWith("__") ? undefined : name;
}
