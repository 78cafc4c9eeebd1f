import type { SandboxApi } from "../../generated/schemas.js";
import type { CheckContext } from "../context.js";

/** What a check looked at: ids, states, names and numbers, never a token, a secret or a part of a body. */
type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One check of a request. */
export interface PolicyCheck<Looked extends Facts = Facts> {
  readonly name: string;
  /** Where the platform document demands it. */
  readonly clause: string;
  /** Reads the facts and decides nothing. */
  readonly look: (context: CheckContext) => Looked;
  /** Decides by the facts alone. */
  readonly decide: (facts: Looked) => Decision;
}

/** A check whose `decide` knows the type of what its `look` returns. */
export function defineCheck<const Looked extends Facts>(check: PolicyCheck<Looked>): PolicyCheck {
  return check as unknown as PolicyCheck;
}

/** The code of a denial; `contracts/sandbox/api.yaml` has the status and the message of each. */
export type DenialCode = keyof SandboxApi["denials"];

/** Why a request is denied. */
export interface Denied {
  readonly outcome: "denied";
  readonly code: DenialCode;
  /** In words, for the log: what was found. It contains no token, no secret and nothing of a body. */
  readonly reason: string;
}

/** What a check decides. */
export type Decision = { readonly outcome: "passed" } | { readonly outcome: "not-needed" } | Denied;

/** The check passes. */
export const passed: Decision = Object.freeze({ outcome: "passed" });

/** The operation doesn't need the check. */
export const notNeeded: Decision = Object.freeze({ outcome: "not-needed" });

/** The check denies the request. */
export function denied(code: DenialCode, reason: string): Denied {
  return { outcome: "denied", code, reason };
}

/** A check that ran. */
export interface CheckRun {
  readonly check: PolicyCheck;
  readonly facts: Facts;
  readonly decision: Decision;
}

/** The checks that ran, in order, and the denial that ended them. */
interface ChecksRun {
  readonly runs: readonly CheckRun[];
  readonly denial: Denied | undefined;
}

/** Runs checks in order until one denies. */
export function runChecks(checks: readonly PolicyCheck[], context: CheckContext): ChecksRun {
  const runs: CheckRun[] = [];
  for (const check of checks) {
    const facts = check.look(context);
    const decision = check.decide(facts);
    runs.push({ check, facts, decision });
    if (decision.outcome === "denied") return { runs, denial: decision };
  }
  return { runs, denial: undefined };
}
