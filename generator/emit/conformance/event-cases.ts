import type { Change } from "../../../commands/conform/suite/delivery.js";
import type {
  Batch,
  BatchCase,
  BatchEvent,
  Expectation,
  Level,
  ProbeCheck,
} from "../../../commands/conform/suite/suite.js";

/** A case derived from a contract: one change to a valid event, and whether the event is still valid. */
export interface CaseDraft {
  /** Unique within its event. */
  readonly name: string;
  readonly clause: string;
  readonly level: Level;
  readonly why: string;
  readonly cause: string;
  readonly change: readonly Change[];
  readonly valid: boolean;
  /** An example other than the event's simplest one. */
  readonly example?: string;
  /** Whether the probe must show that the change was stored. */
  readonly kept?: boolean;
}

/** The case of a draft; it delivers its batch's event. */
export function batchCase({ name, clause, level, why, cause, change, valid, kept }: CaseDraft): BatchCase {
  const deliver = { bind: true, ...(change.length > 0 && { change }) };
  const holds = change.flatMap((each) => {
    if (!("set" in each)) return [];
    return [{ at: each.set, is: each.to }];
  });
  const expect: Expectation = { status: [valid ? "accepted" : "unprocessable"] };
  const probe: ProbeCheck[] = [{ inbox: { of: "a", records: 1, holds } }];
  return { name, clause, level, why, cause, steps: [{ deliver, expect, ...(kept === true && { probe }) }] };
}

/** The case of a draft about a callback, whose answer is a result. */
export function callbackCase({ name, clause, level, why, cause, change, valid }: CaseDraft): BatchCase {
  const deliver = { bind: true, ...(change.length > 0 && { change }) };
  const expect: Expectation = { status: [valid ? 200 : "unprocessable"] };
  return { name, clause, level, why, cause, needs: ["callbacks"], steps: [{ deliver, expect }] };
}

/** The level that a contract states; `must` if it states none. */
export function readLevel(value: unknown): Level {
  if (value === "should" || value === "info") return value;
  return "must";
}

/** A case and the event that it runs with. */
export interface EventCase {
  readonly event: BatchEvent;
  readonly case: BatchCase;
}

/** Cases that several events share, written once: one batch for each set of events. */
export function eventBatches(all: readonly EventCase[]): Batch[] {
  const users = new Map<string, { case: BatchCase; on: Map<string, BatchEvent> }>();
  for (const { event, case: each } of all) {
    const key = JSON.stringify(each);
    const known = users.get(key) ?? { case: each, on: new Map() };
    known.on.set(JSON.stringify(event), event);
    users.set(key, known);
  }
  const batches = new Map<string, { on: readonly BatchEvent[]; cases: BatchCase[] }>();
  for (const { case: each, on } of users.values()) {
    const key = [...on.keys()].join("\n");
    const batch = batches.get(key) ?? { on: [...on.values()], cases: [] };
    batch.cases.push(each);
    batches.set(key, batch);
  }
  return [...batches.values()].map(withCommon);
}

/** Fewer cases have little to share. */
const enough = 3;

const members = ["clause", "level", "why", "needs", "open"] as const;

/** Members that all cases of a batch have, written once if their reason is one of them: they are variants of one rule. */
function withCommon({
  on,
  cases,
}: {
  readonly on: Batch["on"];
  readonly cases: readonly BatchCase[];
}): Batch {
  const [first, ...others] = cases;
  const isCommon = (member: (typeof members)[number]): boolean =>
    first?.[member] !== undefined &&
    others.every((each) => JSON.stringify(each[member]) === JSON.stringify(first[member]));
  const common = members.filter(isCommon);
  if (first === undefined || cases.length < enough || !common.includes("why")) return { on, cases };
  return {
    on,
    common: Object.fromEntries(common.map((member) => [member, first[member]])),
    cases: cases.map(
      (each) =>
        Object.fromEntries(
          Object.entries(each).filter(([member]) => !(common as readonly string[]).includes(member)),
        ) as Batch["cases"][number],
    ),
  };
}
