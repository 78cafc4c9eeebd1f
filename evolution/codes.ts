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
  "source-export-removed": {
    meaning: "The generated SDK no longer exports a name: that of an operation, a type, a module.",
  },
  "source-property-removed": { meaning: "A type of the SDK no longer has a property." },
  "source-required-added": { meaning: "What code passes to the SDK lacks something that is required now." },
  "source-now-optional": { meaning: "What code gets from the SDK may lack a property that it always had." },
  "source-value-added": {
    meaning: "What code gets from the SDK may have a value that its type didn't have.",
  },
  "source-value-removed": {
    meaning: "A type of the SDK no longer has a value that code may pass, or compare with.",
  },
  "source-type-changed": { meaning: "A type of the SDK doesn't fit what code passes or reads any more." },
  "source-not-compared": { meaning: "It isn't known whether code that uses the SDK still compiles." },
} as const satisfies Record<string, CodeText>;

/** A code of `oipkit diff`. */
export type FindingCode = keyof typeof codes;
