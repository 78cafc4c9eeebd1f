import { isDeepStrictEqual } from "node:util";
import { headerRefOf } from "../../../../commands/conform/request/outgoing.js";
import type { ExampleRef } from "../../../../commands/conform/suite/example-ref.js";
import type {
  BatchCase,
  Case,
  Clause,
  Level,
  ProbeCheck,
  Step,
} from "../../../../commands/conform/suite/suite.js";
import type { Document } from "../../../../reader/documents/document.js";
import type { EventCase } from "../batches.js";
import { bodilessFamilies, families } from "./families.js";
import { type Home, homesOf } from "./homes.js";
import type { Family, NearFacts, NearMiss } from "./near-miss.js";

/** Near misses, and the rules that they test. */
export interface NearCases {
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
export interface NearCasesInput {
  readonly ledgers: readonly Document[];
  /** The event that stands for the protocol first. */
  readonly events: readonly NearFacts[];
  readonly written: readonly Case[];
}

/** Every near miss that isn't a hand-written case already. */
export function nearCases({ ledgers, events, written }: NearCasesInput): NearCases {
  const homeOf = homesOf(ledgers);
  const known = written.filter(({ steps }) => steps.length === 1).map(({ steps: [step] }) => step as Step);
  const cases: EventCase[] = [];
  const globs = new Map<
    string,
    { home: Home; family: Family; positive: Set<string>; negative: Set<string> }
  >();
  const isBatched = events.some(({ protocol }) => protocol.event?.batch !== undefined);
  for (const family of families.filter((each) => !isBatched || bodilessFamilies.has(each))) {
    for (const facts of eventsOf(family, events)) {
      for (const near of family.cases(facts)) {
        if (looksUp(near) && !hasIds(facts)) continue;
        if (changesSigned(near, facts) || known.some((step) => isSame(step, near, facts))) continue;
        const home = homeOf({ family, of: [facts.label, facts.family], part: near.part });
        const event = hasOneEvent(family, facts) ? "" : `/${facts.label}`;
        const path = `${home.prefix}/near/${family.name}`;
        cases.push({
          event: { prefix: `${path}${event}`, example: facts.example },
          case: caseOf(near, home),
        });
        const key = `${home.entry ?? ""} ${path}`;
        const own = globs.get(key) ?? { home, family, positive: new Set(), negative: new Set() };
        globs.set(key, own);
        (accepts(near) ? own.positive : own.negative).add(`${path}/*`);
      }
    }
  }
  return { cases, ...rulesOf([...globs.values()]) };
}

function eventsOf({ on }: Family, events: readonly NearFacts[]): readonly NearFacts[] {
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

function caseOf({ part: _, level, needs = [], ...near }: NearMiss, home: Home): BatchCase {
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
  return steps.some((step) => probesOf(step).some((check) => "inbox" in check));
}

function probesOf(step: Step): readonly ProbeCheck[] {
  return "probe" in step ? (step.probe ?? []) : [];
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
      const ref = typeof part === "string" ? part : "header" in part ? part.header : "";
      return ["timestamp", "nonce"].includes(ref) ? [] : [ref.toLowerCase(), names[ref]?.toLowerCase()];
    }),
  );
  return steps.some(
    (step) =>
      "deliver" in step &&
      (step.deliver.headers ?? []).some((change) => signed.has(headerRefOf(change).toLowerCase())),
  );
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

function rulesOf(
  all: readonly { home: Home; family: Family; positive: Set<string>; negative: Set<string> }[],
): Pick<NearCases, "tried" | "clauses"> {
  const tried = new Map<string, TriedBy>();
  const clauses: Clause[] = [];
  for (const { home, family, ...globs } of all) {
    const [positive, negative] = [[...globs.positive], [...globs.negative]];
    if (home.entry === undefined) {
      clauses.push({
        id: `protocol-near-${family.name}`,
        section: home.clause,
        level: "must",
        text: family.rule,
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
