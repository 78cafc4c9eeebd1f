import type ts from "typescript";
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
  const name = nameOf(member);
  const named = candidates.filter((each) => name !== undefined && nameOf(each) === name);
  if (named.length === 1) return named[0];
  const own = discriminantsOf(context, member);
  return (
    highest(candidates, (each) => valueScore(own, discriminantsOf(context, each))) ??
    highest(candidates, (each) => nameScore(context, member, each))
  );
}

function highest(members: readonly ts.Type[], scoreOf: (member: ts.Type) => number): ts.Type | undefined {
  const scores = members.map(scoreOf);
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : members[scores.indexOf(best)];
}

/** The share of properties that both have, optional or not; 0 if it is less than half, or if their discriminants exclude each other. */
function nameScore(context: Context, member: ts.Type, other: ts.Type): number {
  const [own, theirs] = [member, other].map(
    (each) =>
      new Set(
        context.checker
          .getPropertiesOfType(each)
          .map(({ name, flags }) => `${name}${flags & context.typescript.SymbolFlags.Optional}`),
      ),
  ) as [Set<string>, Set<string>];
  const values = discriminantsOf(context, other);
  if ([...discriminantsOf(context, member).keys()].some((name) => values.has(name))) return 0;
  const common = [...own].filter((name) => theirs.has(name)).length;
  const score = common / (own.size + theirs.size - common);
  return score >= 0.5 ? score : 0;
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

function nameOf(type: ts.Type): string | undefined {
  const name = (type.aliasSymbol ?? type.symbol)?.name;
  return name?.startsWith("__") ? undefined : name;
}
