import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../../reader/documents/document.js";
import type { Definition, Node } from "../../../reader/validation/nodes/node.js";
import type { RunValidators } from "../../../reader/validation/run-validator.js";
import type { Violation } from "../../../reader/validation/violation.js";
import type { FindingCode } from "../codes.js";
import { type Affected, type ContractChange, placeIn } from "../comparison.js";
import { type Decider, witnessCheck } from "../inclusion/decide.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { schemaDifferences } from "./differences.js";
import { describeRefusal } from "./listed-values.js";

/** Who sends the documents of a schema: the consumer a request, the provider a response or an event, or anyone. */
export type Exchange = "request" | "response" | "event" | "any";

interface Words {
  readonly code: FindingCode;
  readonly undecided: FindingCode;
  /** The start of the message, before what is wrong with the witness. */
  readonly start: string;
  readonly doubt: string;
  readonly remedy: string;
}

/** How a changed schema is described. */
function changeWords({
  kind,
  exchange,
}: {
  readonly kind: "narrowed" | "widened";
  readonly exchange: Exchange;
}): Words {
  const codes = {
    narrowed: { code: "schema-narrowed", undecided: "schema-narrowing-undecided" },
    widened: { code: "schema-widened", undecided: "schema-widening-undecided" },
  } as const;
  return { ...codes[kind], ...texts[exchange][kind] };
}

const texts = {
  any: {
    narrowed: {
      start: "a document that was valid is now invalid",
      doubt: "it isn't decided whether every document that was valid still is",
      remedy: "Keep accepting such documents, or publish the schema as a new version",
    },
    widened: {
      start: "a document that was invalid is now valid; the old schema says",
      doubt: "it isn't decided whether every document that is valid now was valid before",
      remedy:
        "Make sure that every reader is ready for such documents, or publish the schema as a new version",
    },
  },
  request: {
    narrowed: {
      start: "what consumers may send is now refused",
      doubt: "it isn't decided whether everything that consumers may send is still accepted",
      remedy: "Keep accepting it, or add a new operation or version beside the old one",
    },
    widened: {
      start:
        "consumers of the new version may send what providers of the old one refuse; the old contract says",
      doubt:
        "it isn't decided whether providers of the old version accept everything that consumers may send now",
      remedy: "Update the providers before the consumers",
    },
  },
  response: {
    narrowed: {
      start: "providers of the old version may answer what the new contract excludes",
      doubt: "it isn't decided whether answers of the old version are answers of the new one",
      remedy: "Update the providers before the consumers",
    },
    widened: {
      start: "consumers may now receive what the old contract excludes; it says",
      doubt: "it isn't decided whether consumers expect everything that they may receive now",
      remedy: "Keep the old promise, or send the new form only to those who ask for it",
    },
  },
  event: {
    narrowed: {
      start: "providers of the old version may send what the new contract excludes",
      doubt: "it isn't decided whether what the old version sends is valid in the new one",
      remedy: "Update the providers before the consumers",
    },
    widened: {
      start: "consumers may now receive what the old contract excludes; it says",
      doubt: "it isn't decided whether consumers expect everything that they may receive now",
      remedy: "Keep the old promise, or publish the event under a new version of its name",
    },
  },
} as const;

/** One version of a schema. */
export interface SchemaSide {
  readonly definition: Definition;
  /** What members a sender sends. Default: any that the schema accepts. */
  readonly sent?: Node | undefined;
  readonly document: Document;
  /** Its tokens in the document. Default: the document itself. */
  readonly tokens?: readonly string[];
  /** The document in the places of definitions. */
  findDocument(name: string): Document | undefined;
  /** The document of this side that has the name of the other side's; this side's own if there is none. */
  findCounterpart(document: Document): Document;
}

/** A schema in both versions. */
export interface ComparedSchema {
  /** What it is, for people. */
  readonly subject: string;
  /** The titles that the subject is made of, without media types. Default: the subject. */
  readonly titles?: readonly string[];
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
export function schemaChanges(pair: ComparedSchema, options: SchemaChangeOptions): ContractChange[] {
  const { kind, affects, decider, confirmed: known } = options;
  const [accepting, refusing] = kind === "narrowed" ? [pair.old, pair.new] : [pair.new, pair.old];
  const words = changeWords(options);
  const question = { of: accepting.definition.node, also: accepting.sent, in: refusing.definition.node };
  const { found, doubt } = schemaDifferences(question, decider, options.most);
  const isWitness = witnessCheck({ of: accepting.definition, in: refusing.definition }, options.validators);
  const shown = found.flatMap((difference) => {
    const documents = violationDocuments(difference.violation, { accepting, refusing });
    const tokens = fromPointer(difference.violation.schemaPointer.split("#", 2)[1] ?? "");
    const [refused, accepted] = [placeIn(documents.refusing, tokens), placeIn(documents.accepting, tokens)];
    const key = canonical([kind, refused, accepted]);
    if (!known.has(key) && !isWitness(difference.document)) return [];
    known.add(key);
    return [{ ...difference, refused, accepted, refusal: describeRefusal(difference.violation, documents) }];
  });
  const shared = sharedMembers(pair);
  if (shown.length === 0) {
    const reason = found.length > 0 ? "the compiled validators don't confirm the witness" : doubt;
    if (reason === undefined) return [];
    return [undecidedChange(pair, options, reason)];
  }
  return shown.map(({ document, refusal: { text, values }, refused, accepted }): ContractChange => {
    return {
      ...shared,
      code: words.code,
      effects: { [affects]: "breaking" },
      old: kind === "narrowed" ? accepted : refused,
      new: kind === "narrowed" ? refused : accepted,
      message: `${words.start}: ${text}`,
      facts: { refusal: text, ...(values && { values }) },
      remedy: words.remedy,
      witness: { document, validIn: kind === "narrowed" ? "old" : "new" },
    };
  });
}

function sharedMembers({ subject, titles }: ComparedSchema) {
  return {
    change: "changed",
    breaks: "wire",
    subjects: [subject],
    ...(titles && { titles: [titles] }),
  } as const;
}

/** It isn't decided whether one version accepts what the other refuses. */
export function undecidedChange(
  pair: ComparedSchema,
  { affects, ...options }: Pick<SchemaChangeOptions, "kind" | "exchange" | "affects">,
  reason: string,
): ContractChange {
  const { undecided, doubt } = changeWords(options);
  return {
    ...sharedMembers(pair),
    code: undecided,
    effects: { [affects]: "undecided" },
    old: placeIn(pair.old.document, pair.old.tokens ?? []),
    new: placeIn(pair.new.document, pair.new.tokens ?? []),
    message: `${doubt}: ${reason}`,
  };
}

/** The document of the keyword that refuses, and the same one in the other version. */
function violationDocuments(
  violation: Violation,
  { accepting, refusing }: { readonly accepting: SchemaSide; readonly refusing: SchemaSide },
) {
  const [name = ""] = violation.schemaPointer.split("#", 1);
  const where = refusing.findDocument(name) ?? refusing.document;
  const other = where === refusing.document ? accepting.document : accepting.findCounterpart(where);
  return { refusing: where, accepting: other };
}
