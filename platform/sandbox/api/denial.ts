import type { SandboxApi } from "../generated/schemas.js";

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
