import type { Excerpt } from "./document/excerpt.js";

/** One thing that is wrong with the input, and where. */
export interface Finding {
  /** The path as it was given or found, with `/`; `<stdin>` for standard input. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  /** Stable kebab-case code, such as `required` or `json-syntax`. */
  readonly code: string;
  /** `warning`: the contract says should, not must; it doesn't make a run fail. */
  readonly level: "error" | "warning";
  /** One sentence. */
  readonly message: string;
  /** The clause of the platform document that the rule comes from. */
  readonly clause?: string;
  /** Where the rule stands in the contracts. */
  readonly schemaPointer?: string;
  readonly excerpt?: Excerpt;
  /** The same for the same finding in another run, wherever its line has moved. */
  readonly fingerprint: string;
}

/** A finding whose place in the text isn't known yet. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly level?: "warning";
  readonly clause?: string;
  readonly schemaPointer?: string;
  /** The property or rule that tells it from others of its code and pointer. */
  readonly detail?: string;
  /** Point at this key of the object at `pointer`. */
  readonly key?: string;
  /** Where it stands, if not where `pointer` says. */
  readonly span?: { readonly offset: number; readonly length: number };
}
