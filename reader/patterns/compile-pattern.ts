import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../package-root.js";
import { deadlineTest } from "./deadline-test.js";
import { type LinearProgram, linearProgram } from "./linear-program.js";
import { isSimplePattern, readPattern } from "./read-pattern.js";

/** Tells which texts a pattern matches. */
export interface Matcher {
  /** Throws `PatternLimit` if that takes too long. */
  test(text: string): boolean;
}

/** What `templates/support/linear-pattern.js` exports. */
interface LinearMatching {
  readonly linearPattern: (program: LinearProgram) => Matcher;
  readonly PatternLimit: new () => Error;
}

const file = join(packageRoot, "templates", "support", "linear-pattern.js");

/** Matches by programs; `PatternLimit` is thrown for a text that takes too many steps. */
export const { linearPattern, PatternLimit } = (await import(pathToFileURL(file).href)) as LinearMatching;

const mostKnown = 2_000;
const known = new Map<string, Matcher>();

/**
 * A pattern of JSON Schema that may be anyone's: no text keeps it busy. It is matched in linear time; if it has a backreference or is
 * very large, with a deadline. Throws `SyntaxError` if it is unreadable.
 */
export function compilePattern(pattern: string): Matcher {
  const found = known.get(pattern);
  if (found !== undefined) return found;
  if (known.size >= mostKnown) known.clear();
  const matcher = makeMatcher(pattern);
  known.set(pattern, matcher);
  return matcher;
}

function makeMatcher(pattern: string): Matcher {
  const reading = readPattern(pattern);
  if (reading.kind === "unreadable") throw new SyntaxError(reading.reason);
  const expression = new RegExp(pattern, reading.kind === "legacy" ? "" : "u");
  if (isSimplePattern(pattern) && !mayBeginInPair(pattern)) return expression;
  const program = linearProgram(pattern);
  if (program === undefined) return { test: deadlineTest(expression, () => new PatternLimit()) };
  const linear = linearPattern(program);
  if (!isDeterministic(program)) return linear;
  return { test: (text) => (text.length > longText ? linear : expression).test(text) };
}

/** V8 also looks for a match from the middle of a surrogate pair on, against ECMA-262, and so finds `\B` in `a😀a`. */
function mayBeginInPair(pattern: string): boolean {
  return !pattern.startsWith("^") && /\\[bB]|\(\?<?[=!]/.test(pattern);
}

/** Whether `RegExp` matches a pattern in linear time, so that a library may use it. */
export function isFastPattern(pattern: string): boolean {
  if (isSimplePattern(pattern)) return true;
  const program = linearProgram(pattern);
  return program !== undefined && isDeterministic(program);
}

/** Backtracking remembers each turn of a repeated group, so a very long text needs much memory. */
const longText = 65_536;

/**
 * Whether a match can only begin at the start of the text, and each character can be read in one way only. Backtracking then takes
 * linear time, and V8's is faster than ours.
 */
function isDeterministic({ machine, sets, conditions }: LinearProgram): boolean {
  if (conditions.some(({ machine: look }) => look !== undefined)) return false;
  const { start, steps } = machine;
  const members = sets.map((classes) => new Set(classes));
  const isStart = (condition: number | undefined): boolean =>
    condition !== undefined && conditions[condition]?.kind === "start";
  const readers = (from: number, passesStart: boolean): readonly number[] => {
    const reached = new Set<number>();
    const waiting = [from];
    while (true) {
      const at = waiting.pop();
      if (at === undefined) break;
      if (reached.has(at)) continue;
      reached.add(at);
      const [kind, operand, next] = steps[at] ?? [];
      if (kind === 0) waiting.push(...(steps[at]?.slice(1) ?? []));
      else if (kind === 2 && next !== undefined && (passesStart || !isStart(operand))) waiting.push(next);
    }
    return [...reached].filter((at) => steps[at]?.[0] === 1 || steps[at]?.[0] === 3);
  };
  const hasOneWay = (from: number): boolean => {
    const classes = new Set<number>();
    for (const at of readers(from, true))
      for (const each of members[steps[at]?.[1] ?? -1] ?? []) {
        if (classes.has(each)) return false;
        classes.add(each);
      }
    return true;
  };
  const afterReading = steps.flatMap(([kind, , next]) => (kind === 1 && next !== undefined ? [next] : []));
  return readers(start, false).length === 0 && [start, ...new Set(afterReading)].every(hasOneWay);
}
