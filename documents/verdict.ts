import type { EventSet, Violation } from "./catalog.js";
import type { Problem } from "./finding.js";

/** The result of inspecting a document. */
export interface Verdict {
  /** Empty if the document is valid. */
  readonly problems: readonly Problem[];
  /** The event in it, if checks across documents are on. */
  readonly event?: {
    readonly set: EventSet;
    readonly value: Readonly<Record<string, unknown>>;
    readonly encrypted?: boolean;
  };
  /** The property that held the encrypted document; pointers then refer to the decrypted content. */
  readonly encryptedProperty?: string;
}

/** The verdict on a document without problems. */
export const clean: Verdict = { problems: [] };

/** A value or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` synchronously if the value is available: a line must not cost a turn of the event loop. */
export function whenReady<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Converts a violation to a problem. In strict mode, violations of "should" rules are errors, too. */
export function problemOf(violation: Violation, { strict }: { readonly strict: boolean }): Problem {
  const { code, message, pointer, level, clause, schemaPointer, property, rule, keyword } = violation;
  const [field] = violation.fields ?? [];
  const detail = property ?? rule;
  return {
    code,
    message,
    pointer,
    ...(level === undefined || strict ? {} : { level: "warning" as const }),
    ...(clause === undefined ? {} : { clause }),
    ...(schemaPointer === undefined ? {} : { schemaPointer }),
    ...(detail === undefined ? {} : { detail }),
    ...(field === undefined ? {} : { field }),
    // A closed schema reports the object, so point at the key; strict mode reports the property itself.
    ...(keyword === "unevaluatedProperties" && property !== undefined ? { key: property } : {}),
  };
}
