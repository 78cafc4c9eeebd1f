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
 * The member of another union that most likely describes the same: one with the same name, or the same values of the
 * properties that tell members apart, or the only one of its kind.
 */
export function bestMatch(
  context: Context,
  member: ts.Type,
  others: readonly ts.Type[],
  siblings: readonly ts.Type[],
): ts.Type | undefined {
  const kind = kindOf(context, member);
  if (kind === undefined) return undefined;
  const candidates = others.filter((each) => kindOf(context, each) === kind);
  const name = nameOf(member);
  const named = candidates.find((each) => name !== undefined && nameOf(each) === name);
  if (named !== undefined && candidates.filter((each) => nameOf(each) === name).length === 1) return named;
  const own = discriminantsOf(context, member);
  let best: { readonly member: ts.Type; readonly score: number } | undefined;
  for (const each of candidates) {
    const score = scoreOf(own, discriminantsOf(context, each));
    if (score > (best?.score ?? 0)) best = { member: each, score };
  }
  if (best !== undefined) return best.member;
  const alone = siblings.filter((each) => kindOf(context, each) === kind).length === 1;
  const [only] = candidates;
  return alone && candidates.length === 1 && only !== undefined && own.size === 0 ? only : undefined;
}

/** 0 if the values exclude each other, or if no property is shared. */
function scoreOf(own: Discriminants, others: Discriminants): number {
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
