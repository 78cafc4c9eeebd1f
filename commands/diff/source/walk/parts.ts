import type ts from "typescript";
import {
  type Child,
  opposite,
  type PartCause,
  type TypePair,
  type TypeParts,
  type WalkContext,
} from "./context.js";
import { compareMembers, hasMembers } from "./members.js";
import { compareProperties } from "./properties.js";

const none: TypeParts = { children: [], causes: [] };

/** What two types consist of, and what one of them lacks. */
export function typeParts(context: WalkContext, pair: TypePair): TypeParts {
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
function dataParts(context: WalkContext, pair: TypePair): TypeParts {
  const { typescript, checker } = context;
  const isRecord = (type: ts.Type): boolean =>
    (type.flags & typescript.TypeFlags.Object) !== 0 && !checker.isArrayLikeType(type);
  if (isRecord(pair.old) && isRecord(pair.new)) return compareProperties(context, pair);
  return none;
}

function elements({ checker }: WalkContext, { old, new: current, use }: TypePair): TypeParts {
  const [before, after] = [old, current].map((each) => checker.getTypeArguments(each as ts.TypeReference));
  if (before === undefined || after === undefined || before.length !== after.length) return none;
  const isTuple = checker.isTupleType(old);
  // Lists of parameters: whether they are optional is compared for the function of the operation.
  const loose = isTuple;
  const children = before.flatMap((element, at): Child[] => {
    const counterpart = after[at];
    const step = isTuple ? `[${at}]` : "[]";
    if (counterpart === undefined) return [];
    return [{ old: element, new: counterpart, use, step, loose }];
  });
  return { children, causes: [], excused: isTuple };
}

/**
 * The arguments of the same generic interface with methods, such as `Promise`, instead of its members. They are compared as
 * results; if the compiler refuses the pair although it accepts these, also as parameters.
 */
function sharedArguments(
  { typescript, checker }: WalkContext,
  { old, new: current, use }: TypePair,
): TypeParts | undefined {
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
    if (counterpart === undefined) return [];
    return [{ old: each, new: counterpart, use, step: "()" }];
  });
  return { children, causes: [], isGeneric: true };
}

function baseTypes(type: ts.Type): readonly ts.Type[] {
  if (type.isIntersection()) return type.types;
  if (type.isClassOrInterface()) return type.getBaseTypes() ?? [];
  return [];
}

/** The exported types that a type is made of: those that it intersects or extends. */
function components(context: WalkContext, { old, use }: TypePair): Child[] {
  const named = baseTypes(old).flatMap((base) => [base, ...(base.aliasTypeArguments ?? [])]);
  return named.flatMap((each): Child[] => {
    const name = context.findName(each);
    const types = name && context.findTypes(name);
    if (types === undefined) return [];
    return [{ ...types, use, name }];
  });
}

/** The signatures of two functions: parameters are used in the opposite way, results in the same. */
function compareSignatures(context: WalkContext, pair: TypePair): TypeParts {
  const [old, current] = [pair.old.getCallSignatures(), pair.new.getCallSignatures()];
  const parts = old.flatMap((before, at) => {
    const after = current[at];
    if (after === undefined) return [];
    return [compareSignature(context, { before, after }, pair.use)];
  });
  return {
    children: parts.flatMap(({ children }) => children),
    causes: parts.flatMap(({ causes }) => causes),
    excused: parts.some(({ excused }) => excused),
  };
}

function compareSignature(
  { checker }: WalkContext,
  { before, after }: { readonly before: ts.Signature; readonly after: ts.Signature },
  use: TypePair["use"],
): TypeParts {
  const children: Child[] = [];
  const causes: PartCause[] = [];
  const predicates = [before, after].map((each) => checker.getTypePredicateOfSignature(each)?.type);
  const [asserted, asserts] = predicates;
  // What a guard takes comes from the SDK itself.
  if (asserted !== undefined && asserts !== undefined)
    return { children: [{ old: asserted, new: asserts, use, step: "()" }], causes, excused: true };
  const least = { old: leastArguments(before), new: leastArguments(after) };
  before.parameters.forEach((parameter, at) => {
    const counterpart = after.parameters[at];
    const step = `(${parameter.name})`;
    if (counterpart === undefined) causes.push(parameterGone(step, use));
    else {
      const isRequired = use === "received" && at >= least.old && at < least.new;
      const [old, current] = [parameter, counterpart].map((each) => checker.getTypeOfSymbol(each));
      if (old === undefined || current === undefined) return;
      // Otherwise, what the argument lacks is reported.
      if (isRequired && checker.isTypeAssignableTo(checker.getNonNullableType(old), current))
        causes.push(argumentAdded(step, least.new));
      children.push({ old, new: current, use: opposite(use), step, loose: isRequired });
    }
  });
  if (use === "received")
    for (const parameter of after.parameters.slice(before.parameters.length, least.new))
      causes.push(argumentAdded(`(${parameter.name})`, least.new));
  children.push({ old: before.getReturnType(), new: after.getReturnType(), use, step: "()" });
  return { children, causes };
}

function leastArguments({ parameters, declaration }: ts.Signature): number {
  const declared = (declaration?.parameters ?? []) as readonly Partial<ts.ParameterDeclaration>[];
  const needed = parameters.findLastIndex((_, at) => {
    const each = declared[at];
    return !each?.questionToken && !each?.initializer && !each?.dotDotDotToken;
  });
  return needed + 1;
}

function argumentAdded(step: string, least: number): PartCause {
  return {
    kind: "incompatible",
    code: "source-required-added",
    step,
    message: "is required now",
    error: `TS2554: Expected at least ${least} arguments`,
    remedy: "Leave what it contains optional, with defaults",
  };
}

function parameterGone(step: string, use: TypePair["use"]): PartCause {
  return {
    kind: "lost",
    code: "source-property-removed",
    step,
    message: "is gone",
    error:
      use === "received"
        ? "TS2554: Expected fewer arguments"
        : "TS2322: Target signature provides too few arguments",
    remedy: "Keep what it contained",
  };
}
