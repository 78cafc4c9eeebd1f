import type { Excerpt } from "./document/excerpt.js";

/** A fault of the input, and its position. */
export interface Finding {
  /** The path as given or found, with `/`; `<stdin>` for standard input. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** Column after the last character on the line, if the value isn't secret. */
  readonly endColumn?: number;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  /** Stable kebab-case code, such as `required` or `json-syntax`. */
  readonly code: string;
  /** `warning`: the contract says "should", not "must"; it doesn't fail a run. */
  readonly level: "error" | "warning";
  /** One sentence. */
  readonly message: string;
  /** The clause of the platform document that the rule comes from. */
  readonly clause?: string;
  /** Location of the rule in the contracts. */
  readonly schemaPointer?: string;
  /** What to do. */
  readonly hint?: string;
  readonly excerpt?: Excerpt;
  /** Identifies the finding across runs, even if its line moves. */
  readonly fingerprint: string;
}

/** A finding whose position in the text isn't known yet. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly level?: "warning" | undefined;
  readonly clause?: string | undefined;
  readonly schemaPointer?: string | undefined;
  /** The property or rule, which distinguishes problems with the same code and pointer. */
  readonly detail?: string | undefined;
  /** JSON Pointer of the value to show, if other than `pointer`: the field of a rule between fields. */
  readonly field?: string | undefined;
  /** Point at this key of the object at `pointer`. */
  readonly key?: string | undefined;
  /** Its position, if other than the value at `pointer`. */
  readonly span?: { readonly offset: number; readonly length: number };
}
