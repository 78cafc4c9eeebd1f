/** The source line around a finding, shortened and without secrets. */
export interface Excerpt {
  readonly text: string;
  /** Where the finding starts in `text`, in UTF-16 units. */
  readonly caret: number;
  /** Length of the finding in `text`, at least 1. */
  readonly length: number;
}

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

/** A finding with what only some commands know. */
export interface ReportedFinding extends Omit<Finding, "level"> {
  /** `note`: good to know; it isn't counted as a finding. */
  readonly level: "error" | "warning" | "note";
  /** Further facts, a line each. */
  readonly details?: readonly string[];
  /** Another place that belongs to it. */
  readonly related?: RelatedPlace;
  /** Facts for programs: JSON data. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Why it was accepted; then it doesn't fail a run. */
  readonly accepted?: string;
}

/** Another place that belongs to a finding. */
export interface RelatedPlace extends Pick<Finding, "file" | "line" | "column" | "pointer"> {
  /** What is there. */
  readonly message: string;
}
