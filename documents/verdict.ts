import type { EventSet, Violation } from "./catalog.js";
import type { Problem } from "./finding.js";

/** What a document turned out to be. */
export interface Verdict {
  /** Empty where the document is clean. */
  readonly problems: readonly Problem[];
  /** The event in it, for checks across documents; only where they are asked for. */
  readonly event?: {
    readonly set: EventSet;
    readonly value: Readonly<Record<string, unknown>>;
    readonly sealed?: boolean;
  };
  /** The property that held the document encrypted: pointers then lead into what it hides. */
  readonly sealed?: string;
}

/** The verdict on a document without problems. */
export const clean: Verdict = { problems: [] };

/** A result that is there, or to come. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on at once where a value is there already: a line must not cost a turn of the event loop. */
export function whenReady<T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Read strictly, what the contract only advises is an error like any other. */
export function problemOf(violation: Violation, { strict }: { readonly strict: boolean }): Problem {
  const { code, message, pointer, level, clause, schemaPointer, property, rule, keyword } = violation;
  const detail = property ?? rule;
  return {
    code,
    message,
    pointer,
    ...(level === undefined || strict ? {} : { level: "warning" as const }),
    ...(clause === undefined ? {} : { clause }),
    ...(schemaPointer === undefined ? {} : { schemaPointer }),
    ...(detail === undefined ? {} : { detail }),
    // What a closed schema forbids is told of the object; what strict reading adds, of the property itself.
    ...(keyword === "unevaluatedProperties" && property !== undefined ? { key: property } : {}),
  };
}
