import type { Change } from "../../../commands/conform/suite/delivery.js";
import type { BatchCase, Level } from "../../../commands/conform/suite/suite.js";

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
export function caseOf({ name, clause, level, why, cause, change, valid, kept }: CaseDraft): BatchCase {
  const deliver = { bind: true, ...(change.length > 0 && { change }) };
  const holds = change.flatMap((each) => ("set" in each ? [{ at: each.set, is: each.to }] : []));
  const probe = kept === true ? { probe: [{ inbox: { of: "a", records: 1, holds } }] } : {};
  const expect = { status: [valid ? ("accepted" as const) : ("unprocessable" as const)] };
  return { name, clause, level, why, cause, steps: [{ deliver, expect, ...probe }] };
}

/** The level that a contract states; `must` if it states none. */
export function levelOf(value: unknown): Level {
  return value === "should" || value === "info" ? value : "must";
}
