import { createHash } from "node:crypto";
import type { Act, ActKind } from "./act.js";
import type { Difference } from "./compare.js";

/** What makes a torment repeatable. */
export interface TormentRun {
  readonly seed: string;
  /** The adversary's name. */
  readonly profile: string;
  /** Events to bring about. */
  readonly count: number;
  /** Whether the receiver is told new secrets, so that they can change. Default: if it can be told. */
  readonly secrets?: boolean;
}

/** What came of a torment. */
export interface TormentReport {
  readonly run: TormentRun;
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
export function digestOf(lines: readonly string[]): string {
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}
