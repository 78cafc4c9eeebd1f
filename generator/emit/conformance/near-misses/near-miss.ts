import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type {
  Delivery,
  EventChange,
  ExampleRef,
  Variation,
} from "../../../../commands/conform/suite/delivery.js";
import type {
  Case,
  EventOrder,
  Expectation,
  ProbeCheck,
  StatusRef,
  Step,
} from "../../../../commands/conform/suite/suite.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import type { EventMessage } from "../../../../reader/model/model.js";
import type { ProtocolRules } from "../../../../reader/model/webhook-protocol.js";
import type { InstanceChecks } from "../../../../reader/validation/instances.js";
import type { ExamplesOf } from "../../emit-input.js";
import { eventFields, type Field, type ObjectField } from "../fields.js";
import type { ProtocolFacts, ProtocolParts } from "../protocol/part.js";

/** What near misses of one event are derived from. */
export interface NearFacts extends Omit<ProtocolFacts, "callback" | "otherContent"> {
  /** The event's name, or a substitute if it has none. */
  readonly label: string;
  /** The event's family, for ledger entries that are about one family. */
  readonly family: string | undefined;
  /** Whether this event stands for the whole protocol; the others only for what differs between families. */
  readonly isMain: boolean;
  /** Whether the documentation specifies its payload. */
  readonly specified: boolean;
  /** Whether its name is known, not only a pattern. */
  readonly named: boolean;
  readonly isCallback: boolean;
  readonly fields: readonly Field[];
  readonly objects: readonly ObjectField[];
  /** An event of another type, whose payload is specified. */
  readonly another?: ExampleRef | undefined;
}

/** One case of a family: a request that only one kind of careless receiver answers wrongly. */
export interface NearMiss extends Pick<Case, "why" | "steps" | "needs" | "causeIf"> {
  /** Unique within its family and event. */
  readonly name: string;
  /** The probable mistake of a receiver that fails it: a sentence. */
  readonly cause: string;
  /** Weaker than the rule's, where the documentation leaves the answer open. */
  readonly level?: Case["level"];
  /** If the schema names a section of its own. */
  readonly clause?: string;
  /** The most specific part of the rule, for ledger entries about only this part. */
  readonly part?: string;
  /** The rule that the protocol must state for this to be more than `info`. Default: that of the family. */
  readonly ruledBy?: keyof ProtocolRules;
}

/** Near misses of one rule. */
export interface Family {
  /** Stable: the middle of the cases' ids, `<section>/near/<family>/<name>`. */
  readonly name: string;
  /** The member of the protocol document that states the rule. */
  readonly member: string;
  /** The rule, as a sentence, for contracts whose ledger doesn't name the family. */
  readonly rule: string;
  /** The rule that the protocol must state for its cases to be more than `info`. Default: none. */
  readonly ruledBy?: keyof ProtocolRules;
  /** The rule that the protocol must state for some of its cases to be more than `info`. Default: `ruledBy`. */
  readonly ruledInPart?: keyof ProtocolRules;
  /** Events that it is about: the one that stands for the protocol, one of each family, or all; or a callback. */
  readonly on: "main" | "families" | "events" | "callbacks";
  /** Whether its cases alter what is signed, so that the signature decides the answer. */
  readonly alters?: true;
  /** None if the protocol or the event lacks what it is about. */
  readonly cases: (facts: NearFacts) => readonly NearMiss[];
}

/** A step that delivers the batch's event with deviations. */
export function delivering(
  delivery: Delivery,
  expect: readonly StatusRef[] | Expectation,
  probe?: readonly ProbeCheck[],
): Step {
  const wanted = Array.isArray(expect) ? { status: expect as readonly StatusRef[] } : (expect as Expectation);
  return { deliver: { bind: true, ...delivery }, expect: wanted, ...(probe && { probe }) };
}

/** The answers to a body that isn't an event. */
export const unreadable: readonly StatusRef[] = ["unprocessable", 400];

/** The answers to a request that lacks something: it may be found missing before or after the sender is known. */
export const incomplete: readonly StatusRef[] = ["unauthenticated", "unprocessable", 400];

/** A contract, as far as near misses need it. */
interface NearFactsInput {
  readonly contracts: Contracts;
  readonly protocol: ProtocolParts;
  readonly checks: InstanceChecks;
  readonly orders: Readonly<Record<string, EventOrder>>;
  readonly examplesOf: ExamplesOf;
}

/** The facts of each message with an example, first of the one that stands for the protocol: bound, ordered, with most fields. */
export function nearFacts(
  { contracts, protocol, checks, orders, examplesOf }: NearFactsInput,
  messages: readonly EventMessage[],
): readonly NearFacts[] {
  const all = messages.flatMap((message): Omit<NearFacts, "isMain">[] => {
    const { label, payload, family, specified, callback, kind } = message;
    const [example] = examplesOf(message)
      .filter(({ document }) => isSchemaObject(document.value))
      .sort((a, b) => size(a.document.value) - size(b.document.value));
    if (example === undefined) return [];
    return [
      {
        protocol,
        example: { subject: label, case: example.name },
        event: example.document.value as object,
        equal: orders[label]?.equal ?? [],
        isValid: (event) => checks.is(payload, event),
        label,
        family,
        specified,
        named: kind === "named",
        isCallback: callback,
        ...eventFields(contracts, payload),
      },
    ];
  });
  const [main, ...others] = all.sort((a, b) => fitness(b) - fitness(a));
  if (main === undefined) return [];
  const another = others.find(
    ({ isCallback, named, specified }) => !isCallback && named && specified === main.specified,
  )?.example;
  return [
    { ...main, another, isMain: !main.isCallback },
    ...others.map((each) => ({ ...each, isMain: false })),
  ];
}

/** More than any event's number of fields. */
const step = 10_000;

function fitness({ specified, isCallback, protocol, event, fields }: Omit<NearFacts, "isMain">): number {
  const version = protocol.event?.ordering?.version;
  const isOrdered = version !== undefined && valueAtPointer(event, version) !== undefined;
  return [!isCallback, specified, isOrdered].filter(Boolean).length * step + fields.length;
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Sets the version of the event's resource, and the fields that must be equal to it; `undefined` for unordered events. */
export function versioned(
  { protocol, equal, fields }: NearFacts,
  to: number,
): readonly EventChange[] | undefined {
  const version = protocol.event?.ordering?.version;
  if (version === undefined || !fields.some(({ pointer }) => pointer === version)) return undefined;
  const places = new Set([version]);
  for (const [a, b] of [...equal, ...equal]) if (places.has(a) || places.has(b)) places.add(a).add(b);
  return [...places].map((set) => ({ set, to }));
}

/** A variation of a text, and what a receiver does to texts that takes it for the right one. */
export interface NamedVariation {
  readonly name: string;
  readonly as: Variation;
  /** Words that follow "is probably". */
  readonly mistake: string;
  /**
   * Whether a header can carry it; white space at its ends and control characters can't. `utf8`: only if the receiver reads
   * headers as UTF-8, which HTTP leaves open.
   */
  readonly inHeader?: "ascii" | "utf8";
}

const trimmed = "trimmed before it is compared";
const contained = "searched for in the text that was sent";
const languages = "compared by the rules of a language, which ignore some characters";
const partly = "compared only in part";
const coerced = "converted to text before it is compared";
const decoded = "decoded once more before it is compared";

/** The texts that careless comparisons take for the right one, the most frequent mistakes first. */
export const variations: readonly NamedVariation[] = [
  { name: "other-case", as: "other-case", mistake: "compared without regard to case", inHeader: "ascii" },
  {
    name: "prefix",
    as: "prefix",
    mistake: "compared only as far as the shorter text goes",
    inHeader: "ascii",
  },
  {
    name: "extended",
    as: { after: "x" },
    mistake: "compared only as far as the shorter text goes",
    inHeader: "ascii",
  },
  { name: "altered-last", as: "altered-last", mistake: partly, inHeader: "ascii" },
  { name: "extended-space", as: { after: " " }, mistake: trimmed },
  { name: "full-width", as: "full-width", mistake: "normalized before it is compared", inHeader: "utf8" },
  { name: "in-array", as: "in-array", mistake: coerced },
  { name: "prepended-space", as: { before: " " }, mistake: trimmed },
  { name: "extended-newline", as: { after: "\n" }, mistake: trimmed },
  { name: "prepended-newline", as: { before: "\n" }, mistake: trimmed },
  { name: "extended-tab", as: { after: "\t" }, mistake: trimmed },
  { name: "extended-no-break-space", as: { after: "\u00a0" }, mistake: trimmed },
  { name: "extended-mark", as: { after: "\ufeff" }, mistake: trimmed },
  { name: "suffix", as: "suffix", mistake: "searched for in the right text", inHeader: "ascii" },
  { name: "prepended", as: { before: "x" }, mistake: contained, inHeader: "ascii" },
  { name: "listed-first", as: { after: ",x" }, mistake: contained, inHeader: "ascii" },
  { name: "listed-last", as: { before: "x," }, mistake: contained, inHeader: "ascii" },
  { name: "extended-word", as: { after: " x" }, mistake: "cut at white space", inHeader: "ascii" },
  { name: "extended-line", as: { after: "\nx" }, mistake: "cut at the end of its line" },
  { name: "prepended-line", as: { before: "x\n" }, mistake: contained },
  { name: "doubled", as: "doubled", mistake: contained, inHeader: "ascii" },
  { name: "inner-space", as: "inner-space", mistake: "compared without white space", inHeader: "ascii" },
  { name: "extended-nul", as: { after: "\0x" }, mistake: "cut at a NUL character" },
  { name: "extended-soft-hyphen", as: { after: "\u00ad" }, mistake: languages, inHeader: "utf8" },
  { name: "accented", as: "accented", mistake: languages, inHeader: "utf8" },
  { name: "low-bytes", as: "low-bytes", mistake: "reduced to one byte for each character", inHeader: "utf8" },
  { name: "look-alike", as: "look-alike", mistake: "transliterated before it is compared", inHeader: "utf8" },
  { name: "altered-first", as: "altered-first", mistake: partly, inHeader: "ascii" },
  { name: "altered-middle", as: "altered-middle", mistake: partly, inHeader: "ascii" },
  { name: "swapped", as: "swapped", mistake: "compared as a set or a sum of characters", inHeader: "ascii" },
  { name: "percent-encoded", as: "percent-encoded", mistake: decoded, inHeader: "ascii" },
  { name: "quoted", as: "quoted", mistake: decoded, inHeader: "ascii" },
  { name: "in-object", as: "in-object", mistake: coerced },
];

/** Where the mistakes are those of a comparison that was tried in full elsewhere: one variation for each frequent one. */
export const frequent: readonly NamedVariation[] = variations.slice(0, 7);

/** Whether a variation is a text, so that it can stand wherever the right one can. */
export function isText({ as }: NamedVariation): boolean {
  return as !== "in-array" && as !== "in-object";
}
