import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../generator/read/document.js";
import type { Definition } from "../../generator/validation/nodes/node.js";
import { runValidator } from "../../generator/validation/run-validator.js";
import type { Affected, Change } from "../finding.js";
import { decideInclusion } from "../inclusion/decide.js";
import { placeIn } from "../place-in.js";

/** One version of a schema. */
export interface SchemaSide {
  readonly definition: Definition;
  readonly document: Document;
  /** The document in the places of definitions. */
  documentOf(name: string): Document | undefined;
  /** The document of this side that has the name of the other side's; this side's own if there is none. */
  counterpartOf(document: Document): Document;
}

/** A schema in both versions. */
export interface ComparedSchema {
  /** What it is, for people. */
  readonly subject: string;
  readonly old: SchemaSide;
  readonly new: SchemaSide;
}

/** What is looked for, and how. */
export interface SchemaChangeOptions {
  /** `narrowed`: what only the old version accepts. `widened`: what only the new one accepts. */
  readonly kind: "narrowed" | "widened";
  readonly affects: Affected;
  /** Milliseconds for each decision. */
  readonly time: number;
  readonly now: () => number;
}

/** Changes of one schema that are looked for in one direction. Guessed: more are rarely read. */
const mostWitnesses = 50;

const texts = {
  narrowed: {
    code: "schema-narrowed",
    undecided: "schema-narrowing-undecided",
    doubt: "it isn't decided whether every document that was valid still is",
    start: "a document that was valid is now invalid",
  },
  widened: {
    code: "schema-widened",
    undecided: "schema-widening-undecided",
    doubt: "it isn't decided whether every document that is valid now was valid before",
    start: "a document that was invalid is now valid; the old schema says",
  },
} as const;

/** What one version accepts and the other refuses: a change for each place that refuses. */
export function schemaChanges(
  pair: ComparedSchema,
  { kind, affects, time, now }: SchemaChangeOptions,
): Change[] {
  const [accepting, refusing] = kind === "narrowed" ? [pair.old, pair.new] : [pair.new, pair.old];
  const text = texts[kind];
  const verdict = decideInclusion(
    { of: accepting.definition, in: refusing.definition },
    { time, now, witnesses: mostWitnesses },
  );
  const shared = { change: "changed", breaks: "wire", subjects: [pair.subject] } as const;
  switch (verdict.kind) {
    case "included":
      return [];
    case "undecided":
      return [
        {
          ...shared,
          code: text.undecided,
          effects: { [affects]: "undecided" },
          old: placeIn(pair.old.document, []),
          new: placeIn(pair.new.document, []),
          message: `${text.doubt}: ${verdict.reason}`,
        },
      ];
    case "not-included": {
      const validator = runValidator(refusing.definition);
      const reported = new Set<string>();
      const witnesses = verdict.witnesses
        .map((document) => ({ document, violations: validator.check(document) }))
        .sort((a, b) => a.violations.length - b.violations.length);
      return witnesses.map(({ document, violations }) => {
        // A witness that breaks several keywords stands for one that no other witness breaks.
        const violation = violations.find((each) => !reported.has(each.schemaPointer)) ?? violations[0];
        reported.add(violation?.schemaPointer ?? "");
        const [name = "", pointer = ""] = (violation?.schemaPointer ?? "").split("#", 2);
        const tokens = fromPointer(pointer);
        const where = refusing.documentOf(name) ?? refusing.document;
        const refused = placeIn(where, tokens);
        const accepted = placeIn(
          where === refusing.document ? accepting.document : accepting.counterpartOf(where),
          tokens,
        );
        return {
          ...shared,
          code: text.code,
          effects: { [affects]: "breaking" },
          old: kind === "narrowed" ? accepted : refused,
          new: kind === "narrowed" ? refused : accepted,
          message: `${text.start}: ${violation?.message ?? "the document is invalid"}`,
          witness: { document, validIn: kind === "narrowed" ? "old" : "new" },
        } as const;
      });
    }
  }
}
