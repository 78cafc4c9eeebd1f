import type { Finding, Problem } from "../report/reporter.js";
import type { LoadableEvents, Violation } from "./catalog.js";

/** The result of inspecting a document. */
export interface Verdict {
  /** Empty if the document is valid. */
  readonly problems: readonly Problem[];
  /** The event in it, if checks across documents are on. */
  readonly event?: {
    readonly set: LoadableEvents;
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
  if (value instanceof Promise) return value.then(next);
  return next(value);
}

/** A function that loads something at its first call and returns it at once as soon as it is there. */
export function loadedOnce<T>(load: () => Promise<T>): () => MaybePromise<T> {
  let loaded: MaybePromise<T> | undefined;
  return () => {
    loaded ??= load().then((value) => {
      loaded = value;
      return value;
    });
    return loaded;
  };
}

/** Converts a violation to a problem. In strict mode, violations of "should" rules are errors, too. */
export function violationProblem(violation: Violation, { strict }: { readonly strict: boolean }): Problem {
  const { code, message, pointer, level, clause, schemaPointer, property, rule, keyword } = violation;
  // All properties, even if `undefined`: objects of one shape are made and read faster.
  return {
    code,
    message,
    pointer,
    level: level === undefined || strict ? undefined : "warning",
    clause,
    schemaPointer,
    detail: property ?? rule,
    field: violation.fields?.[0],
    // A closed schema reports the object, so point at the key; strict mode reports the property itself.
    key: keyword === "unevaluatedProperties" ? property : undefined,
  };
}

/** The result of checking one document. */
export interface CheckedDocument {
  readonly findings: readonly Finding[];
  /** Findings that were only counted. */
  readonly more?: number;
  /** How many of `more` are warnings. */
  readonly moreWarnings?: number;
  readonly event?: Verdict["event"];
}
