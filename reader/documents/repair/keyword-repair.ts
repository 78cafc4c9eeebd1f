/** What to read instead of a keyword, and why. */
export interface KeywordRepair {
  readonly keyword: string;
  /** The entry of the keyword's value that is concerned; absent if it is all of it. */
  readonly entry?: string;
  /** Where the reason is, below the keyword or its entry. */
  readonly at?: readonly string[];
  /** What is read instead; without it, the keyword, or its entry, is left out. */
  readonly value?: unknown;
  readonly code: "schema-invalid" | "type-unknown" | "keyword-outdated" | "pattern-invalid";
  /** Absent if another repair says so. */
  readonly message?: string;
  readonly hint?: string;
}
