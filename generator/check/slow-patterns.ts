import { valueAt } from "@oipkit/runtime/json-pointer";
import { loadRecheck } from "../large-libraries.js";
import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import type { Document } from "../read/document.js";
import { isSchemaObject } from "../read/schema-walk.js";
import { isSimplePattern } from "./simple-pattern.js";

/** How slow a pattern can be, and the text that makes it so. */
interface Slowness {
  /** Exponent of the time in the length of the text; infinite for exponential time. */
  readonly degree: number;
  /** An expression of JavaScript that makes the text. */
  readonly witness: string;
}

/** Milliseconds for one pattern, and for all of them. */
const limits = { pattern: 500, all: 10_000 };

/** What is known already: `--watch` checks the same patterns again and again. */
const known = new Map<string, Slowness | undefined>();

/**
 * Warns about each `pattern` and key of `patternProperties` that some text keeps busy for more than linear time, with
 * the text. Patterns that can't be checked in time, or use what the checker doesn't know, pass; if time for all runs
 * out, a warning says so. `now` returns milliseconds.
 */
export function checkSlowPatterns(contracts: Contracts, now = () => performance.now()): Diagnostic[] {
  const found: Diagnostic[] = [];
  const end = now() + limits.all;
  const places = [...contracts.names.keys()]
    .flatMap((path) => contracts.documents.get(path) ?? [])
    .flatMap((document) => document.scan.patterns.map((pattern) => ({ document, ...pattern })));
  for (const [index, { document, tokens, value }] of places.entries()) {
    const pattern = String(value);
    if (!known.has(pattern)) {
      if (now() > end) return [...found, unchecked(document, tokens, places.length - index)];
      known.set(pattern, slownessOf(pattern));
    }
    const slowness = known.get(pattern);
    if (slowness === undefined || isHarmless(slowness, document, tokens)) continue;
    found.push(slow(document, tokens, slowness));
  }
  return found;
}

function slownessOf(pattern: string): Slowness | undefined {
  if (!isRegExp(pattern) || isSimplePattern(pattern)) return undefined;
  const { checkSync } = loadRecheck();
  const exact = checkSync(pattern, "u", { checker: "automaton", timeout: limits.pattern });
  const isUnsupported = exact.status === "unknown" && exact.error.kind === "unsupported";
  const result = isUnsupported
    ? checkSync(pattern, "u", { checker: "fuzz", timeout: limits.pattern })
    : exact;
  if (result.status !== "vulnerable") return undefined;
  const { complexity, attack } = result;
  return {
    degree: complexity.type === "exponential" ? Number.POSITIVE_INFINITY : complexity.degree,
    witness: attack.pattern,
  };
}

/** Not the invalid ones, which `checkPatterns` reports. */
function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Steps that take no noticeable time: about 10 ms. */
const mostSteps = 1e7;

/** Whether `maxLength` beside the pattern keeps texts short enough. */
function isHarmless({ degree }: Slowness, document: Document, tokens: readonly string[]): boolean {
  const schema = tokens.at(-1) === "pattern" ? valueAt(document.value, tokens.slice(0, -1)) : undefined;
  const length = isSchemaObject(schema) ? schema.maxLength : undefined;
  if (typeof length !== "number") return false;
  return (degree === Number.POSITIVE_INFINITY ? 2 ** length : length ** degree) <= mostSteps;
}

function slow(document: Document, tokens: readonly string[], { degree, witness }: Slowness): Diagnostic {
  const time =
    degree === Number.POSITIVE_INFINITY ? "exponential" : degree === 2 ? "quadratic" : `n^${degree}`;
  return diagnose(document, tokens, {
    severity: "warning",
    code: "pattern-slow",
    message: `this pattern takes ${time} time, for example for the text \`${witness}\``,
    hint: "Let each text match in one way only, as in `(a+)+` without the outer `+`; a small `maxLength` beside the pattern helps, too.",
    target: targetOf(tokens),
  });
}

function unchecked(document: Document, tokens: readonly string[], count: number): Diagnostic {
  return diagnose(document, tokens, {
    severity: "warning",
    code: "pattern-slow",
    message: `${count === 1 ? "this pattern wasn't" : `this and ${count - 1} more patterns weren't`} checked: the check stops after ${limits.all / 1000} seconds`,
    hint: "Simplify the patterns, or split the contracts and generate each part on its own.",
    target: targetOf(tokens),
  });
}

function targetOf(tokens: readonly string[]): "key" | "value" {
  return tokens.at(-2) === "patternProperties" ? "key" : "value";
}
