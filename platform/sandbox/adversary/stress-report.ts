import { createHash } from "node:crypto";
import type { Difference } from "./compare.js";

/** What makes a stress run repeatable. */
export interface StressRun {
  readonly seed: string;
  /** The adversary's name. */
  readonly profile: string;
  /** Events to bring about. */
  readonly count: number;
  /** Whether the receiver is told new secrets, so that they can change. Default: if it can be told. */
  readonly secrets?: boolean;
}

/** What came of a stress run. */
export interface StressReport {
  readonly run: StressRun;
  /** Events that the receiver should know. */
  readonly events: number;
  readonly deeds: number;
  /** A digest of all that was done on purpose: the same for the same run of a new sandbox with the same data. */
  readonly deedsDigest: string;
  /** How often what was done; `retired`, `unencrypted` and changes of secrets only if there were any. */
  readonly acts: Readonly<Record<string, number>>;
  /** Hostile requests that weren't refused as they should; at most a thousand are listed. */
  readonly problems: readonly string[];
  /** What the receiver knows wrongly; at most a thousand are listed. */
  readonly differences: readonly Difference[];
  /** Deliveries that still waited when it was given up. */
  readonly undelivered: number;
}

/** Findings of one kind that are listed. */
export const mostListed = 1000;

/** How often each thing was done. */
export function actsByKind(acts: readonly Act[]): Record<string, number> {
  const counts: Partial<Record<ActKind, number>> = {
    delayed: 0,
    reordered: 0,
    "dropped-request": 0,
    "dropped-answer": 0,
    replayed: 0,
    stale: 0,
    forged: 0,
  };
  for (const { kind } of acts) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** A short digest of lines. */
export function digestLines(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

/** One thing that the adversary did, in the order in which it happened. */
export interface Act {
  readonly kind: ActKind;
  readonly deliveryId: string;
  readonly eventId: string;
  /** Which attempt of the delivery, from 1. */
  readonly attempt: number;
  /** For a hostile request: the status that it was answered with; `undefined` if there was no answer. */
  readonly status?: number | undefined;
}

/** What the adversary can do to a delivery, or send of its own. */
export type ActKind =
  | "delayed"
  | "reordered"
  | "dropped-request"
  | "dropped-answer"
  | "replayed"
  | "stale"
  | "forged"
  | "retired"
  | "unencrypted";

/** What the adversary sends must be refused; these are the statuses that §6.3 expects for each. */
const expectedStatus: Readonly<Partial<Record<ActKind, number>>> = {
  replayed: 401,
  stale: 401,
  forged: 401,
  retired: 401,
  unencrypted: 422,
};

/** A hostile request that was accepted, or answered with something else than a refusal. */
export function actProblem({ kind, eventId, status }: Act): string | undefined {
  const expected = expectedStatus[kind];
  if (expected === undefined || status === expected || status === undefined) return undefined;
  return `a ${kind} request of ${eventId} was answered with ${status}, not ${expected}`;
}
