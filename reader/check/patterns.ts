import { valueAt } from "@oipkit/runtime/json-pointer";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { isSchemaObject } from "../documents/schema-walk.js";
import { readPattern } from "../patterns/read-pattern.js";
import { findSlowness, growthText, type Slowness } from "../validation/slowness.js";

/** Warns about each `pattern` and key of `patternProperties` that is a regular expression only without the `u` flag. */
export function checkPatterns(contracts: Contracts): Diagnostic[] {
  return [...contracts.names.keys()].flatMap((path) => {
    const document = contracts.documents.get(path);
    if (document === undefined) return [];
    return document.scan.patterns.flatMap(({ value, tokens }) => {
      const reading = readPattern(String(value));
      if (reading.kind !== "legacy") return [];
      return [
        diagnose(document, tokens, {
          severity: "warning",
          code: "pattern-legacy",
          message: `valid only without the \`u\` flag, and compiled without it: ${reading.reason}`,
          hint: "Escape only characters that need it: with the `u` flag, `\\-` outside a character class is an error.",
          target: tokens.at(-2) === "patternProperties" ? "key" : "value",
        }),
      ];
    });
  });
}

/** Milliseconds for all patterns. */
const maxTime = 10_000;

/** Known results: `--watch` checks the same patterns again and again. */
const known = new Map<string, Slowness | undefined>();

/**
 * Warns about each `pattern` and key of `patternProperties` that some text keeps busy for more than linear time, with
 * the text. Patterns that can't be checked in time, or use what the checker doesn't know, pass; if time for all runs
 * out, a warning says so. `now` returns milliseconds.
 */
export function checkSlowPatterns(
  contracts: Contracts,
  {
    now = () => performance.now(),
    isMatchedLinearly = () => false,
  }: {
    readonly now?: () => number;
    readonly isMatchedLinearly?: ((pattern: string) => boolean) | undefined;
  } = {},
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const end = now() + maxTime;
  const places = [...contracts.names.keys()]
    .flatMap((path) => contracts.documents.get(path) ?? [])
    .flatMap((document) => document.scan.patterns.map((pattern) => ({ document, ...pattern })));
  for (const [index, { document, tokens, value }] of places.entries()) {
    const pattern = String(value);
    if (!known.has(pattern)) {
      if (now() > end) return [...found, unchecked(document, tokens, places.length - index)];
      known.set(pattern, findSlowness(pattern));
    }
    const slowness = known.get(pattern);
    if (slowness === undefined || isHarmless(slowness, document, tokens) || isMatchedLinearly(pattern))
      continue;
    found.push(slow(document, tokens, slowness));
  }
  return found;
}

/** Steps that take no noticeable time: about 10 ms. */
const mostSteps = 1e7;

/** Whether `maxLength` next to the pattern keeps texts short enough. */
function isHarmless({ degree }: Slowness, document: Document, tokens: readonly string[]): boolean {
  const schema = tokens.at(-1) === "pattern" ? valueAt(document.value, tokens.slice(0, -1)) : undefined;
  const length = isSchemaObject(schema) ? schema.maxLength : undefined;
  if (typeof length !== "number") return false;
  return (degree === Number.POSITIVE_INFINITY ? 2 ** length : length ** degree) <= mostSteps;
}

function slow(document: Document, tokens: readonly string[], { degree, witness }: Slowness): Diagnostic {
  return diagnose(document, tokens, {
    severity: "warning",
    code: "pattern-slow",
    message: `this pattern takes ${growthText(degree)} time, for example for the text \`${witness}\``,
    hint: "Let each text match in one way only, as in `(a+)+` without the outer `+`; a small `maxLength` next to the pattern helps, too, and so does `oipkit generate --patterns linear`.",
    target: patternTarget(tokens),
  });
}

function unchecked(document: Document, tokens: readonly string[], count: number): Diagnostic {
  return diagnose(document, tokens, {
    severity: "warning",
    code: "pattern-slow",
    message: `${count === 1 ? "this pattern wasn't" : `this and ${count - 1} more patterns weren't`} checked: the check stops after ${maxTime / 1000} seconds`,
    hint: "Simplify the patterns, or split the contracts and generate each part on its own.",
    target: patternTarget(tokens),
  });
}

function patternTarget(tokens: readonly string[]): "key" | "value" {
  if (tokens.at(-2) === "patternProperties") return "key";
  return "value";
}
