/** The kinds of findings. The codes are stable: scripts may rely on them (`docs/diff.md`). */
export type FindingCode =
  | "schema-narrowed"
  | "schema-widened"
  | "schema-narrowing-undecided"
  | "schema-widening-undecided"
  | "schema-removed";

/** A change between two versions of a schema. */
export interface Finding {
  readonly code: FindingCode;
  /** `warning`: it isn't decided whether documents are affected. */
  readonly level: "error" | "warning";
  /** `refuted`: there is a document that one version accepts and the other doesn't. */
  readonly verdict: "refuted" | "undecided" | "removed";
  readonly old: Place;
  /** Absent if the schema was removed. */
  readonly new?: Place;
  /** The schemas in which the change was found, by file name; the first one is that of the witness. */
  readonly schemas: readonly string[];
  /** One sentence without a full stop. */
  readonly message: string;
  /** A document that only one version accepts. */
  readonly witness?: { readonly document: unknown };
}

/** A place in a file. */
export interface Place {
  /** As the user gave it, with forward slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
}

/** What a run has compared and found. */
export interface Summary {
  /** Pairs of schemas that were compared. */
  readonly compared: number;
  /** Schemas that only the new version has. */
  readonly added: number;
  readonly findings: number;
  readonly warnings: number;
}

/** The result of a comparison; findings are sorted by place. */
export interface Comparison {
  readonly findings: readonly Finding[];
  readonly summary: Summary;
}
