import { isDeepStrictEqual } from "node:util";
import type { SignedPart } from "@oipkit/runtime/webhook";
import { changedHeader } from "../../../../commands/conform/request/outgoing.js";
import type { ExampleRef } from "../../../../commands/conform/suite/delivery.js";
import type {
  BatchCase,
  Case,
  Clause,
  Level,
  ProbeCheck,
  Step,
} from "../../../../commands/conform/suite/suite.js";
import type { Document } from "../../../../reader/documents/document.js";
import type { ProtocolRules, StatedRule } from "../../../../reader/model/webhook-protocol.js";
import type { EventCase } from "../event-cases.js";
import { opened, ruleText, untimed } from "../openness.js";
import { bodilessFamilies, families } from "./families.js";
import type { Family, NearFacts, NearMiss } from "./near-miss.js";

/** Near misses, and the rules that they test. */
interface NearCases {
  readonly cases: readonly EventCase[];
  /** Globs on their ids, by the id of the ledger's entry. */
  readonly tried: ReadonlyMap<string, TriedBy>;
  /** The rules that no ledger states. */
  readonly clauses: readonly Clause[];
}

/** Globs on ids of cases that follow a rule, and of those that break it. */
export interface TriedBy {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** What near misses are derived from. */
interface NearCasesInput {
  readonly ledgers: readonly Document[];
  readonly rules: ProtocolRules;
  /** The event that stands for the protocol first. */
  readonly events: readonly NearFacts[];
  readonly written: readonly Case[];
}

/** Every near miss that isn't a hand-written case already. */
export function nearCases({ ledgers, rules, events, written }: NearCasesInput): NearCases {
  const findHome = nearMissHomes(ledgers);
  const known = written.filter(({ steps }) => steps.length === 1).map(({ steps: [step] }) => step as Step);
  const cases: EventCase[] = [];
  const globs = new Map<
    string,
    { home: Home; family: Family; positive: Set<string>; negative: Set<string>; demanded: boolean }
  >();
  const isBatched = events.some(({ protocol }) => protocol.event?.batch !== undefined);
  for (const family of families.filter((each) => !isBatched || bodilessFamilies.has(each))) {
    for (const facts of familyEvents(family, events)) {
      for (const near of family.cases(facts)) {
        if (looksUp(near) && !hasIds(facts)) continue;
        if (family.alters !== true && changesSigned(near, facts)) continue;
        if (known.some((step) => isSame(step, near, facts))) continue;
        const home = findHome({ family, of: [facts.label, facts.family], part: near.part });
        const event = hasOneEvent(family, facts) ? "" : `/${facts.label}`;
        const path = `${home.prefix}/near/${family.name}`;
        const made = judged(family, near, { facts, home, rules });
        cases.push({ event: { prefix: `${path}${event}`, example: facts.example }, case: made });
        const key = `${home.entry ?? ""} ${path}`;
        const own = globs.get(key) ?? {
          home,
          family,
          positive: new Set(),
          negative: new Set(),
          demanded: false,
        };
        own.demanded ||= made.level === "must";
        globs.set(key, own);
        (accepts(near) ? own.positive : own.negative).add(`${path}/*`);
      }
    }
  }
  return { cases, ...nearRules([...globs.values()], rules) };
}

function familyEvents({ on }: Family, events: readonly NearFacts[]): readonly NearFacts[] {
  const asynchronous = events.filter(({ isCallback }) => !isCallback);
  switch (on) {
    case "main":
      return asynchronous.filter(({ isMain }) => isMain);
    case "families":
      return firstOfEach(asynchronous);
    case "events":
      return asynchronous;
    case "callbacks":
      return events.filter(({ isCallback }) => isCallback).slice(0, 1);
  }
}

function hasOneEvent({ on }: Family, { isMain }: NearFacts): boolean {
  return on !== "events" && (isMain || on === "callbacks");
}

/** Guessed: more families of events hardly have code of their own. */
const mostFamilies = 6;

function firstOfEach(events: readonly NearFacts[]): readonly NearFacts[] {
  const seen = new Set<string | undefined>();
  return events
    .filter(({ family, specified, isMain, equal }) => {
      // Events without a published payload are handled alike, whatever their family.
      const kind = specified ? JSON.stringify([family, equal]) : undefined;
      if (!isMain && seen.has(kind)) return false;
      seen.add(kind);
      return true;
    })
    .slice(0, mostFamilies);
}

interface JudgedBy {
  readonly facts: NearFacts;
  readonly home: Home;
  readonly rules: ProtocolRules;
}

/** The case of a near miss; if no ledger states its rule, the protocol decides how open it is. */
function judged(family: Family, near: NearMiss, { facts, home, rules }: JudgedBy): BatchCase {
  const made = toCase(near, home);
  if (home.entry !== undefined) return made;
  const { protocol } = facts;
  const [first] = untimed(opened({ protocol, rules }, made, near.ruledBy ?? family.ruledBy), rules);
  return first;
}

function toCase({ part: _, ruledBy: __, level, needs = [], ...near }: NearMiss, home: Home): BatchCase {
  return {
    clause: home.clause,
    ...near,
    level: weaker(home.level, level),
    ...(needs.length > 0 && { needs }),
  };
}

const strength: readonly Level[] = ["info", "should", "must"];

function weaker(a: Level, b: Level = "must"): Level {
  return strength[Math.min(strength.indexOf(a), strength.indexOf(b))] ?? a;
}

/** Whether a case looks at the record of an event. */
function looksUp({ steps }: NearMiss): boolean {
  return steps.some((step) => probeChecks(step).some((check) => "inbox" in check));
}

function probeChecks(step: Step): readonly ProbeCheck[] {
  if ("probe" in step) return step.probe ?? [];
  return [];
}

/** Whether the platform gives events or deliveries an id; otherwise only the receiver knows that of a record. */
function hasIds({ protocol: { event, headers } }: NearFacts): boolean {
  return [event?.id, headers?.eventId, headers?.deliveryId].some((place) => place !== undefined);
}

/** Whether a header is changed that is signed: the signature then decides the answer, not what the case is about. */
function changesSigned({ steps }: NearMiss, { protocol }: NearFacts): boolean {
  const names: Readonly<Record<string, string | undefined>> = { ...protocol.headers };
  const signed = new Set(
    (protocol.signature?.content ?? []).flatMap((part) => {
      const ref = partReference(part);
      if (["timestamp", "nonce"].includes(ref)) return [];
      return [ref.toLowerCase(), names[ref]?.toLowerCase()];
    }),
  );
  return steps.some(
    (step) =>
      "deliver" in step &&
      (step.deliver.headers ?? []).some((change) => signed.has(changedHeader(change).toLowerCase())),
  );
}

/** The role or the name of a signed header; empty for other parts. */
function partReference(part: SignedPart): string {
  if (typeof part === "string") return part;
  if ("header" in part) return part.header;
  return "";
}

/** Whether a hand-written case sends the same. */
function isSame(written: Step, { steps }: NearMiss, { isMain, example }: NearFacts): boolean {
  const [own] = steps;
  if (steps.length !== 1 || own === undefined || !("deliver" in own) || !("deliver" in written)) return false;
  const { example: theirs, ...other } = written.deliver;
  const sent = { bind: true, ...other };
  return (
    (isMain || isDeepStrictEqual(theirs, example as ExampleRef)) &&
    isDeepStrictEqual(sent, own.deliver) &&
    isDeepStrictEqual(written.probe, own.probe)
  );
}

function accepts({ steps }: NearMiss): boolean {
  return steps.every(
    (step) =>
      !("expect" in step) ||
      step.expect.status.some((status) => status === "accepted" || status === "verified"),
  );
}

/** A family's rule, and the globs of its cases. */
interface NearRule {
  readonly home: Home;
  readonly family: Family;
  readonly positive: ReadonlySet<string>;
  readonly negative: ReadonlySet<string>;
  /** Whether one of them is of level `must`. */
  readonly demanded: boolean;
}

function nearRules(all: readonly NearRule[], rules: ProtocolRules): Pick<NearCases, "tried" | "clauses"> {
  const tried = new Map<string, TriedBy>();
  const clauses: Clause[] = [];
  for (const { home, family, demanded, ...globs } of all) {
    const [positive, negative] = [[...globs.positive], [...globs.negative]];
    if (home.entry === undefined) {
      clauses.push({
        id: `protocol-near-${family.name}`,
        section: home.clause,
        level: demanded ? "must" : "should",
        text: ruleText(family.rule, statedRule(family, rules)),
        ...(positive.length > 0 && { positive }),
        ...(negative.length > 0 && { negative }),
      });
      continue;
    }
    const earlier = tried.get(home.entry) ?? { positive: [], negative: [] };
    tried.set(home.entry, {
      positive: [...earlier.positive, ...positive],
      negative: [...earlier.negative, ...negative],
    });
  }
  return { tried, clauses };
}

/** The rule that decides the level of a family's cases, or of some; `undefined` if the platform doesn't state it. */
function statedRule(
  { ruledBy, ruledInPart = ruledBy }: Family,
  rules: ProtocolRules,
): StatedRule | undefined {
  return ruledInPart === undefined ? undefined : rules[ruledInPart];
}

/** Where the cases of a family belong: the rule of which they are near misses. */
interface Home {
  /** The ledger's entry; absent if no ledger names the family. */
  readonly entry?: string;
  /** Beginning of the ids. */
  readonly prefix: string;
  readonly clause: string;
  readonly level: Level;
}

interface LedgerEntry {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly near?: readonly string[];
}

/** What the near misses of an event are about; the most specific entry of the ledger counts. */
interface HomeQuery {
  readonly family: Pick<Family, "name" | "member">;
  /** The event's name and its family. */
  readonly of?: readonly (string | undefined)[];
  readonly part?: string | undefined;
}

/**
 * Finds the rule of a family: the ledger's entry whose `near` names it, with the event or its family, and with the part, if
 * they have rules of their own (`binding/access/product`), or else the place in the protocol document.
 */
export function nearMissHomes(ledgers: readonly Document[]): (query: HomeQuery) => Home {
  const homes = new Map<string, Home>();
  for (const { value } of ledgers) {
    for (const { id, section, level, near = [] } of (value as { clauses: readonly LedgerEntry[] }).clauses) {
      const prefix = section.replace(/^§/, "").replace(/\((\d+)\)$/, ".$1");
      for (const name of near) {
        homes.set(name, { entry: id, prefix, clause: section, level: level as Level });
      }
    }
  }
  return ({ family: { name, member }, of = [], part }) => {
    const names = [...of.flatMap((each) => [`${name}/${each}/${part}`, `${name}/${each}`]), name];
    const found = names.find((each) => homes.has(each));
    const home = found === undefined ? undefined : homes.get(found);
    return home ?? { prefix: "protocol", clause: `x-webhook-protocol/${member}`, level: "must" };
  };
}
