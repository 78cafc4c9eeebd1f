import type { Derive } from "./edit.js";

/** What to read instead of a keyword, and why. */
export interface KeywordRepair {
  readonly keyword: string;
  /** The entry of the keyword's value that is concerned; absent if it is all of it. */
  readonly entry?: string;
  /** What is read instead; without it and `from`, the keyword, or its entry, is left out. */
  readonly value?: unknown;
  /** Makes what is read instead from the schema, after all repairs inside of it. */
  readonly from?: Derive;
  readonly code: "schema-invalid" | "keyword-outdated" | "pattern-invalid";
  /** Absent if another repair says so. */
  readonly message?: string;
  readonly hint?: string;
}
