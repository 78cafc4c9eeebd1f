export type { Finding } from "../text/report/finding.js";

/** A finding whose position in the text isn't known yet. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly level?: "warning";
  readonly clause?: string;
  readonly schemaPointer?: string;
  /** The property or rule, which distinguishes problems with the same code and pointer. */
  readonly detail?: string;
  /** JSON Pointer of the value to show, if other than `pointer`: the field of a rule between fields. */
  readonly field?: string;
  /** Point at this key of the object at `pointer`. */
  readonly key?: string;
  /** Its position, if other than the value at `pointer`. */
  readonly span?: { readonly offset: number; readonly length: number };
}
