import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../../reader/documents/document.js";
import type { Definition, Node } from "../../../reader/validation/nodes/node.js";
import type { RunValidators } from "../../../reader/validation/run-validator.js";
import type { Violation } from "../../../reader/validation/violation.js";
import type { Affected, Change } from "../finding.js";
import { witnessCheck } from "../inclusion/decide.js";
import type { Decider } from "../inclusion/decider.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { placeIn } from "../place-in.js";
import { differencesOf } from "./differences.js";
import { type Exchange, wordsOf } from "./words.js";

/** One version of a schema. */
export interface SchemaSide {
  readonly definition: Definition;
  /** What members a sender sends. Default: any that the schema accepts. */
  readonly sent?: Node | undefined;
  readonly document: Document;
  /** Its tokens in the document. Default: the document itself. */
  readonly tokens?: readonly string[];
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
  readonly exchange: Exchange;
  readonly decider: Decider;
  /** Confirm what the decider finds. */
  readonly validators: RunValidators;
  /** Places that refuse a document which validators have confirmed, filled here: one witness is enough for each. */
  readonly confirmed: Set<string>;
  /** How many places are looked for. Default: all that matter. */
  readonly most?: number | undefined;
}

/** What one version accepts and the other refuses: a change for each place that refuses. */
export function schemaChanges(pair: ComparedSchema, options: SchemaChangeOptions): Change[] {
  const { kind, affects, decider, confirmed: known } = options;
  const [accepting, refusing] = kind === "narrowed" ? [pair.old, pair.new] : [pair.new, pair.old];
  const words = wordsOf(options);
  const question = { of: accepting.definition.node, also: accepting.sent, in: refusing.definition.node };
  const { found, doubt } = differencesOf(question, decider, options.most);
  const isWitness = witnessCheck({ of: accepting.definition, in: refusing.definition }, options.validators);
  const shown = found.flatMap((difference) => {
    const [refused, accepted] = placesOf(difference.violation, { accepting, refusing });
    const key = canonical([kind, refused, accepted]);
    if (!known.has(key) && !isWitness(difference.document)) return [];
    known.add(key);
    return [{ ...difference, refused, accepted }];
  });
  const shared = { change: "changed", breaks: "wire", subjects: [pair.subject] } as const;
  if (shown.length === 0) {
    const reason = found.length > 0 ? "the compiled validators don't confirm the witness" : doubt;
    if (reason === undefined) return [];
    const places = {
      old: placeIn(pair.old.document, pair.old.tokens ?? []),
      new: placeIn(pair.new.document, pair.new.tokens ?? []),
    };
    const message = `${words.doubt}: ${reason}`;
    return [{ ...shared, code: words.undecided, effects: { [affects]: "undecided" }, ...places, message }];
  }
  return shown.map(({ document, violation, refused, accepted }): Change => {
    return {
      ...shared,
      code: words.code,
      effects: { [affects]: "breaking" },
      old: kind === "narrowed" ? accepted : refused,
      new: kind === "narrowed" ? refused : accepted,
      message: `${words.start}: ${violation.message}`,
      remedy: words.remedy,
      witness: { document, validIn: kind === "narrowed" ? "old" : "new" },
    };
  });
}

/** The place of the keyword that refuses, and the same pointer in the other version. */
function placesOf(
  violation: Violation,
  { accepting, refusing }: { readonly accepting: SchemaSide; readonly refusing: SchemaSide },
) {
  const [name = "", pointer = ""] = violation.schemaPointer.split("#", 2);
  const tokens = fromPointer(pointer);
  const where = refusing.documentOf(name) ?? refusing.document;
  const other = where === refusing.document ? accepting.document : accepting.counterpartOf(where);
  return [placeIn(where, tokens), placeIn(other, tokens)] as const;
}
