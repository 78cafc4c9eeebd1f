export type { Finding } from "../finding.js";

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
