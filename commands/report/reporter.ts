/** What a report says at its end about a run; formats for programs also hold the further counts of a command. */
interface Totals {
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Whether the run stopped before it had read everything. */
  readonly interrupted: boolean;
}

/** A source or a part of it, with findings whose lines count from the start of the source. */
export interface ReportedPart<Found extends ReportedFinding = Finding> {
  readonly file: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly findings: readonly Found[];
}

/** Formats findings as they arrive; holds only a few in memory. */
export interface Reporter {
  head(): string;
  part(part: ReportedPart<ReportedFinding>): string;
  tail(totals: Totals): string;
}

/** What a code of a finding means. */
export interface RuleText {
  /** One sentence. */
  readonly meaning: string;
  /** What to do. */
  readonly help: string;
  /** The usual level of its findings. */
  readonly level: ReportedFinding["level"];
}

/** How findings are printed. */
export interface ReportOptions {
  readonly colour: boolean;
  /** Version of oipkit. */
  readonly version: string;
  /** The command, such as `oipkit validate`. */
  readonly command: string;
  /** A monotonic clock in milliseconds, for the durations in a report. */
  readonly now: () => number;
  /** What a code means, for formats that describe the rules. */
  readonly describe: (code: string) => RuleText;
  /** What JUnit calls a file without findings. Default: `valid`. */
  readonly clean?: string;
}

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
interface RelatedPlace extends Pick<Finding, "file" | "line" | "column" | "pointer"> {
  /** What is there. */
  readonly message: string;
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

/** The counts at the end of a run. */
export interface Summary extends Totals {
  readonly files: number;
  readonly documents: number;
  /** All findings, including those that aren't shown. */
  readonly findings: number;
  /** Findings that don't fail the run. */
  readonly warnings: number;
  /** Findings in the baseline; not included in `findings`. */
  readonly known: number;
}

/** Formats that findings are printed in. */
export const formats = ["pretty", "json", "ndjson", "junit", "sarif", "github", "gitlab"] as const;
/** Name of a format. */
export type FindingFormat = (typeof formats)[number];
