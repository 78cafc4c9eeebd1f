import { type Code, code, indent, join } from "../../text/code/code.js";

/** A statement of a predicate: returns `false` if all the conditions hold, or anything else. */
export type Statement =
  | {
      readonly kind: "fail";
      readonly when: readonly Code[];
      /** Whether it always refuses `undefined`, the value of an absent property. */
      readonly refusesAbsent?: true;
    }
  | { readonly kind: "other"; readonly text: Code };

/** Returns `false` from the predicate if all the conditions hold. */
export function failIf(...when: readonly Code[]): Statement {
  return { kind: "fail", when };
}

/** The same, for conditions that all hold for `undefined`. */
export function failIfAbsentOr(...when: readonly Code[]): Statement {
  return { kind: "fail", when, refusesAbsent: true };
}

/** Any other statement. */
export function statement(text: Code): Statement {
  return { kind: "other", text };
}

/** Statements under a condition. A single rejection gets the condition added to its own. */
export function provided(condition: Code, body: readonly Statement[]): Statement[] {
  const [only, ...others] = body;
  if (only === undefined) return [];
  if (others.length === 0 && only.kind === "fail") return [failIf(condition, ...only.when)];
  return [statement(block(code`if (${condition})`, body))];
}

/** A head followed by statements in braces. */
export function block(head: Code, body: readonly Statement[]): Code {
  return code`${head} {\n${indent(print(body))}\n}`;
}

/** The condition under which statements reject, if they do nothing else. */
export function refusalCondition(body: readonly Statement[]): Code | undefined {
  if (!body.every((each) => each.kind === "fail")) return undefined;
  const conditions = body.map(({ when }) => and(when));
  if (conditions.length === 1) return conditions[0];
  return code`(${join(conditions, " || ")})`;
}

/** The conjunction of conditions, each of which binds tighter than `&&`. */
function and(conditions: readonly Code[]): Code {
  return join(conditions, " && ");
}

/** A condition in parentheses, if it needs them. */
export function parenthesised(condition: Code): Code {
  return code`(${condition})`;
}

const width = 100;

/** Statements as text, one or more lines each. */
function print(body: readonly Statement[]): Code {
  return join(
    body.map((each) => {
      if (each.kind === "other") return each.text;
      const short = code`if (${and(each.when)}) return false;`;
      if (each.when.length < 2 || short.toString().length <= width) return short;
      return code`if (\n${indent(join(each.when, " &&\n"))}\n)\n  return false;`;
    }),
    "\n",
  );
}
