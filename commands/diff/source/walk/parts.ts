import type ts from "typescript";
import type { Child, Context, Pair, Parts } from "./context.js";
import { compareMembers, hasMembers } from "./members.js";
import { compareProperties } from "./properties.js";
import { compareSignatures } from "./signatures.js";

const none: Parts = { children: [], causes: [] };

/** What two types consist of, and what one of them lacks. */
export function partsOf(context: Context, pair: Pair): Parts {
  const { typescript, checker } = context;
  if (pair.use === "data") return dataParts(context, pair);
  if (hasMembers(pair)) return compareMembers(context, pair);
  const both = [pair.old, pair.new] as const;
  const object = typescript.TypeFlags.Object | typescript.TypeFlags.Intersection;
  if (both.some(({ flags }) => (flags & object) === 0)) return none;
  if (both.every((each) => checker.isTupleType(each) || checker.isArrayType(each)))
    return elements(context, pair);
  if (both.some((each) => checker.isArrayLikeType(each))) return none;
  if (both.every((each) => each.getCallSignatures().length > 0)) return compareSignatures(context, pair);
  const shared = sharedArguments(context, pair);
  if (shared !== undefined) return shared;
  const parts = compareProperties(context, pair);
  return { ...parts, children: [...parts.children, ...components(context, pair)] };
}

/** Constants: which properties they have, except in lists. */
function dataParts(context: Context, pair: Pair): Parts {
  const { typescript, checker } = context;
  const isRecord = (type: ts.Type): boolean =>
    (type.flags & typescript.TypeFlags.Object) !== 0 && !checker.isArrayLikeType(type);
  return isRecord(pair.old) && isRecord(pair.new) ? compareProperties(context, pair) : none;
}

function elements({ checker }: Context, { old, new: current, use }: Pair): Parts {
  const [before, after] = [old, current].map((each) => checker.getTypeArguments(each as ts.TypeReference));
  if (before === undefined || after === undefined || before.length !== after.length) return none;
  const isTuple = checker.isTupleType(old);
  // Lists of parameters: whether they are optional is compared for the function of the operation.
  const loose = isTuple;
  const children = before.flatMap((element, at): Child[] => {
    const counterpart = after[at];
    const step = isTuple ? `[${at}]` : "[]";
    return counterpart === undefined ? [] : [{ old: element, new: counterpart, use, step, loose }];
  });
  return { children, causes: [], excused: isTuple };
}

/**
 * The arguments of the same generic interface with methods, such as `Promise`, instead of its members. They are compared as
 * results; if the compiler refuses the pair although it accepts these, also as parameters.
 */
function sharedArguments(
  { typescript, checker }: Context,
  { old, new: current, use }: Pair,
): Parts | undefined {
  const [before, after] = [old, current].map((each) => each as ts.TypeReference);
  if (before?.target === undefined || before.target !== after?.target || before.target === before)
    return undefined;
  const methods = checker
    .getPropertiesOfType(before)
    .some(({ flags }) => (flags & typescript.SymbolFlags.Method) !== 0);
  if (!methods) return undefined;
  const [first, second] = [checker.getTypeArguments(before), checker.getTypeArguments(after)];
  const children = first.flatMap((each, at): Child[] => {
    const counterpart = second[at];
    return counterpart === undefined ? [] : [{ old: each, new: counterpart, use, step: "()" }];
  });
  return { children, causes: [], isGeneric: true };
}

/** The exported types that a type is made of: those that it intersects or extends. */
function components(context: Context, { old, use }: Pair): Child[] {
  const bases = old.isIntersection() ? old.types : old.isClassOrInterface() ? (old.getBaseTypes() ?? []) : [];
  const named = bases.flatMap((base) => [base, ...(base.aliasTypeArguments ?? [])]);
  return named.flatMap((each): Child[] => {
    const name = context.nameOf(each);
    const types = name && context.typesOf(name);
    return types === undefined ? [] : [{ ...types, use, name }];
  });
}
