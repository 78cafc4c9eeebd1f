import type ts from "typescript";
import { type Child, type Context, opposite, type Pair, type PartCause, type Parts } from "./context.js";

/** The signatures of two functions: parameters are used in the opposite way, results in the same. */
export function compareSignatures(context: Context, pair: Pair): Parts {
  const [old, current] = [pair.old.getCallSignatures(), pair.new.getCallSignatures()];
  const parts = old.flatMap((before, at) => {
    const after = current[at];
    return after === undefined ? [] : [compareSignature(context, { before, after }, pair.use)];
  });
  return {
    children: parts.flatMap(({ children }) => children),
    causes: parts.flatMap(({ causes }) => causes),
    excused: parts.some(({ excused }) => excused),
  };
}

function compareSignature(
  { checker }: Context,
  { before, after }: { readonly before: ts.Signature; readonly after: ts.Signature },
  use: Pair["use"],
): Parts {
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

function parameterGone(step: string, use: Pair["use"]): PartCause {
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
