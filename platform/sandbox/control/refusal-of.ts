import { DeliveryError, type DeliveryErrorCode } from "@oipkit/delivery";
import { OipkitError } from "@oipkit/runtime/errors";
import { Refusal } from "../platform/refusal.js";
import { SandboxError, type SandboxErrorCode } from "../world/errors.js";
import type { Schemas } from "./operation.js";

/** How a refusal leaves the control. */
export type RefusedAnswer = Schemas["Refusal"] & { readonly status: number };

const statuses = { missing: 404, conflict: 409, invalid: 422 } as const;

/** What isn't `invalid`. */
const kinds: Partial<Readonly<Record<DeliveryErrorCode, keyof typeof statuses>>> = {
  "application-unknown": "missing",
  "endpoint-missing": "missing",
  "event-unknown": "missing",
  "delivery-unknown": "missing",
  "credential-missing": "missing",
  "application-inactive": "conflict",
  "endpoint-state": "conflict",
  "credential-state": "conflict",
  "delivery-state": "conflict",
  "event-conflict": "conflict",
  "operation-conflict": "conflict",
  "precondition-failed": "conflict",
  "revision-conflict": "conflict",
  "type-not-granted": "conflict",
};

/** What is wrong with a snapshot that was sent; the database itself was checked when it was opened. */
const ofSnapshots: readonly SandboxErrorCode[] = ["snapshot-invalid", "sandbox-version"];

/** The answer to an error. What isn't expected shows nothing of itself. */
export function refusalOf(error: unknown): RefusedAnswer {
  if (error instanceof Refusal) {
    const { kind, code, message, clause } = error;
    return { status: statuses[kind], code, message, ...(clause !== undefined && { clause }) };
  }
  if (error instanceof DeliveryError) {
    const { code, message } = error;
    const details = { ...error.details };
    const known = Object.keys(details).length > 0 && { details };
    return { status: statuses[kinds[code] ?? "invalid"], code, message, ...known };
  }
  if (error instanceof SandboxError && ofSnapshots.includes(error.code))
    return { status: statuses.invalid, code: error.code, message: error.message };
  // A store that can't be reached, or a data file that is wrong: their messages are for people.
  if (error instanceof OipkitError) return { status: 503, code: error.code, message: error.message };
  return { status: 500, code: "failed", message: "the sandbox failed; its log says why" };
}
