import type { CheckOptions, Violation } from "./violation.js";

/** What a schema's two functions are: those of a generated validator. */
export interface CompiledSchema {
  /** Whether a value is valid. Nothing in it is changed. */
  is(value: unknown): boolean;
  /** What is wrong with a value; an empty list where nothing is. */
  check(value: unknown, options?: CheckOptions): readonly Violation[];
}

interface Parts {
  accepts(value: unknown): boolean;
  findings(value: unknown, parts: Parts, options: CheckOptions): readonly Violation[];
}

/** Runs the body of a generated module (`linkedBody`) here and now. */
export function runValidator(body: string): CompiledSchema {
  const make = new Function(
    `"use strict";\n${body}\nreturn { findings, accepts, all, sites, known, shapes };`,
  );
  const parts = make() as Parts;
  return {
    is(value) {
      try {
        return parts.accepts(value);
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    },
    check: (value, options = {}) => parts.findings(value, parts, options),
  };
}
