import type { Document } from "../../reader/documents/document.js";
import { below, type Place, placeAt } from "../../reader/documents/place.js";
import { isSchemaObject as isRecord } from "../../reader/documents/schema-walk.js";
import type { FindingCode } from "./codes.js";
import {
  type ChangeEffect,
  type ChangeKind,
  type ContractChange,
  type Party,
  placeIn,
} from "./comparison.js";
import { canonical } from "./inclusion/goal/canonical.js";
import { type Judgement, type Pairing, type Part, type PartRule, pairUp } from "./part.js";
import { compareParts, type PartsComparison } from "./parts/compare-parts.js";
import type { Version, Versions } from "./version.js";

/**
 * Cases that a receiver passed before and might not pass now, and those that it needn't pass any longer: one change for
 * each file, level and kind of change. A receiver still runs, so that no case is more than a risk.
 */
export function compareCases(versions: Versions): ContractChange[] {
  const pairings = pairUp<ConformanceCase>(
    { old: conformanceCases(versions.old), new: conformanceCases(versions.new) },
    [{ key: ({ id }) => id }, { key: ({ content }) => content }],
  );
  const groups = new Map<string, Found[]>();
  for (const found of pairings.flatMap(foundIn)) {
    const { code, level, pairing } = found;
    const key = [code, level, (pairing.new ?? pairing.old).place.document.file].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), found]);
  }
  return [...groups.values()].flatMap(toChanges);
}

interface Found {
  readonly code: FindingCode & `cases-${string}`;
  /** The level at which the case counts: the new one, or the old one if there is none. */
  readonly level: string;
  readonly pairing: Pairing<ConformanceCase>;
}

/** From the loosest to the strictest. */
const caseLevels: readonly string[] = ["info", "should", "must"];

function foundIn(pairing: Pairing<ConformanceCase>): Found[] {
  const { old, new: current } = pairing;
  if (old === undefined) return [{ code: "cases-added", level: pairing.new.level, pairing }];
  if (current === undefined) return [{ code: "cases-removed", level: old.level, pairing }];
  const found: Found[] = [];
  const difference = caseLevels.indexOf(current.level) - caseLevels.indexOf(old.level);
  if (difference !== 0)
    found.push({ code: difference > 0 ? "cases-raised" : "cases-lowered", level: current.level, pairing });
  if (old.content !== current.content) found.push({ code: "cases-changed", level: current.level, pairing });
  return found;
}

const kinds: Readonly<Record<Found["code"], { readonly change: ChangeKind; readonly text: string }>> = {
  "cases-added": { change: "added", text: "new" },
  "cases-removed": { change: "removed", text: "removed" },
  "cases-raised": { change: "changed", text: "raised to this level" },
  "cases-lowered": { change: "changed", text: "lowered to this level" },
  "cases-changed": { change: "changed", text: "different in what is sent or expected" },
};

function toChanges(group: readonly Found[]): ContractChange[] {
  const [first] = group;
  if (first === undefined) return [];
  const { code, level, pairing } = first;
  const { change, text } = kinds[code];
  const isLooser = code === "cases-removed" || code === "cases-lowered";
  const effect: ChangeEffect | undefined = isLooser || level === "info" ? undefined : "risky";
  return [
    {
      code,
      change,
      breaks: "wire",
      effects: effect === undefined ? {} : { consumer: effect },
      ...(pairing.old && { old: casePlace(pairing.old) }),
      ...(pairing.new && { new: casePlace(pairing.new) }),
      subjects: group.map(({ pairing: { old, new: current } }) => `case ${(current ?? old).id}`),
      message: `${count(group.length)} of the level \`${level}\` ${group.length === 1 ? "is" : "are"} ${text}`,
      ...(effect !== undefined && { remedy: "Run `oipkit conform` against your receiver again" }),
    },
  ];
}

function count(number: number): string {
  if (number === 1) return "1 conformance case";
  return `${number} conformance cases`;
}

function casePlace({ place }: ConformanceCase) {
  return placeIn(place.document, place.tokens);
}

/** A conformance case that was written by hand. */
interface ConformanceCase {
  readonly id: string;
  readonly level: string;
  /** What is sent and expected, and what the receiver must offer, as a text that is equal if they are. */
  readonly content: string;
  readonly place: Place;
}

/** The cases of a version, without those that are derived from its schemas and its protocol. */
function conformanceCases({ contracts }: Version): ConformanceCase[] {
  return contracts.cases.flatMap((document) => {
    const list = below(placeAt(document, []), "cases");
    return (Array.isArray(list.value) ? list.value : []).flatMap((value: unknown, index) => {
      if (!isRecord(value) || typeof value.id !== "string") return [];
      const needs = Array.isArray(value.needs) ? value.needs.map(canonical).sort() : [];
      return [
        {
          id: value.id,
          level: String(value.level),
          content: canonical([value.steps, needs]),
          place: below(list, String(index)),
        },
      ];
    });
  });
}

/** From the loosest to the strictest. */
const clauseLevels: readonly string[] = ["unspecified", "info", "should", "must"];

/** How clauses are compared: what is stricter is a matter of who must follow it, what is looser of who relies on it. */
const clauseRules: Readonly<Record<string, PartRule>> = {
  clause: {
    added: (part) => ({
      code: "clause-added",
      effects: demanded(part, clauseLevel(part)),
      message: `the clause is new, at the level \`${clauseLevel(part)}\`: ${clauseText(part)}`,
    }),
    removed: (part) => ({
      code: "clause-removed",
      effects: relaxed(part, clauseLevel(part)),
      message: `the clause was removed: ${clauseText(part)}`,
    }),
    facts: { level: levelRule, text: rewordedRule, party: partyRule },
  },
};

function levelRule(
  { old, new: current }: { readonly old: unknown; readonly new: unknown },
  { new: part }: { readonly new: Part },
): Judgement[] {
  const isRaised = clauseLevels.indexOf(String(current)) > clauseLevels.indexOf(String(old));
  return [
    {
      code: isRaised ? "clause-raised" : "clause-lowered",
      effects: isRaised ? demanded(part, String(current)) : relaxed(part, String(old)),
      message: `the level was ${isRaised ? "raised" : "lowered"} from \`${String(old)}\` to \`${String(current)}\`: ${clauseText(part)}`,
      ...(isRaised && { remedy: "Announce the new level, and raise it when all programs follow the clause" }),
    },
  ];
}

/** Whether the words mean something else can't be decided here. */
function rewordedRule(
  _: unknown,
  { old, new: part }: { readonly old: Part; readonly new: Part },
): Judgement[] {
  const isBinding = [old, part].some(
    (each) => clauseLevels.indexOf(clauseLevel(each)) >= clauseLevels.indexOf("should"),
  );
  return [
    {
      code: "clause-reworded",
      effects: isBinding ? { consumer: "risky", provider: "risky" } : {},
      message: `the text is now: ${clauseText(part)}`,
      remedy: "Read the clause again",
    },
  ];
}

function partyRule(_: unknown, { new: part }: { readonly new: Part }): Judgement[] {
  const isConsumer = clauseParty(part) === "consumer";
  return [
    {
      code: "clause-reassigned",
      effects: demanded(part, clauseLevel(part)),
      message: `${isConsumer ? "integrators" : "the platform"} must follow the clause now: ${clauseText(part)}`,
    },
  ];
}

/** A must that programs don't know of may be broken by them; a should is advice. */
function demanded(part: Part, level: string): Partial<Record<Party, ChangeEffect>> {
  if (level === "must") return { [clauseParty(part)]: "breaking" };
  if (level === "should") return { [clauseParty(part)]: "risky" };
  return {};
}

/** The other side may have relied on a must that is gone. */
function relaxed(part: Part, level: string): Partial<Record<Party, ChangeEffect>> {
  if (level === "must") return { [clauseParty(part) === "consumer" ? "provider" : "consumer"]: "risky" };
  return {};
}

function clauseParty({ flow }: Part): Party {
  if (flow === "to-consumer") return "consumer";
  return "provider";
}

function clauseLevel({ facts }: Part): string {
  return String(facts?.level?.value);
}

function clauseText({ facts }: Part): string {
  return String(facts?.text?.value).replace(/\.$/, "");
}

/** An entry of a ledger, as far as it says who must do what. */
interface LedgerClause {
  readonly id: string;
  readonly level: string;
  readonly text: string;
  /** Whose programs must follow it. */
  readonly party: Party;
  readonly place: Place;
}

/** The clauses of a ledger (`reader/vocabulary/clauses.schema.yaml`). */
function readClauses(ledger: Document): LedgerClause[] {
  const list = below(placeAt(ledger, []), "clauses");
  return (Array.isArray(list.value) ? list.value : []).flatMap((value: unknown, index) => {
    if (!isRecord(value) || typeof value.id !== "string") return [];
    const { id, level, text, not_enforced: by } = value;
    return [
      {
        id,
        level: String(level),
        text: String(text),
        // The platform's own console is part of the platform; what contracts and the runtime enforce is for integrators.
        party: by === "platform" || by === "console" ? "provider" : "consumer",
        place: below(list, String(index)),
      } as const,
    ];
  });
}

/** A clause as a part. */
function clausePart({ id, level, text, party, place }: LedgerClause, key: string): Part {
  return {
    kind: "clause",
    key,
    title: `clause ${id}`,
    at: place,
    flow: party === "consumer" ? "to-consumer" : "to-provider",
    facts: {
      level: { value: level, at: below(place, "level") },
      text: { value: text, at: below(place, "text") },
      party: { value: party },
    },
  };
}

/** Compares the clauses of the ledgers. A clause with another id and the same text is the same clause. */
export function compareLedgers({ old, new: current }: Versions): PartsComparison {
  const pairings = pairUp<LedgerClause>({ old: clausesIn(old), new: clausesIn(current) }, [
    { key: ({ id }) => id },
    { key: ({ text }) => text },
  ]);
  const parts = (side: "old" | "new"): Part[] =>
    pairings.flatMap((pairing, index) => {
      const clause = pairing[side];
      if (clause === undefined) return [];
      return [clausePart(clause, String(index))];
    });
  const comparison = compareParts({ old: parts("old"), new: parts("new") }, options);
  return { ...comparison, compared: 0 };
}

const options = { rules: clauseRules, incoming: "event" } as const;

function clausesIn({ contracts }: Version): LedgerClause[] {
  return contracts.ledgers.flatMap(readClauses);
}
