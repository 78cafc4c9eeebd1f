/** What a code means. */
export interface CodeText {
  readonly meaning: string;
}

/** The kinds of changes. The codes are stable: scripts may rely on them (`docs/diff.md`). */
export const codes = {
  "schema-narrowed": { meaning: "A document that was valid is now invalid." },
  "schema-widened": { meaning: "A document that was invalid is now valid." },
  "schema-narrowing-undecided": {
    meaning: "It isn't decided whether every document that was valid still is.",
  },
  "schema-widening-undecided": {
    meaning: "It isn't decided whether every document that is valid now was valid before.",
  },
  "schema-added": { meaning: "The folder has a new schema." },
  "schema-removed": { meaning: "The folder lacks a schema that it had." },
  "accepted-change-stale": { meaning: "An entry of `accepted-changes.yaml` fits no finding." },
  "accepted-change-expired": {
    meaning: "An entry of `accepted-changes.yaml` has expired, so the change that it accepted counts again.",
  },
} as const satisfies Record<string, CodeText>;

/** A code of `oipkit diff`. */
export type FindingCode = keyof typeof codes;
