import { CallError, HttpStatusError } from "@oipkit/runtime/http";
import type { components } from "../../generated/console/types.js";

/** What the backend says when it refuses. */
export type Refusal = components["schemas"]["Refusal"];

/** Why a call has no result, and what that says about what it was to do. */
export class ConsoleFailure extends Error {
  /** Stable, in kebab case: the backend's, or `network`. */
  readonly code: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly refusal: Refusal | undefined;
  /** Whether asking again, unchanged, may help. */
  readonly retryable: boolean;
  /** Whether a command may have been carried out although there is no answer. */
  readonly outcomeUnknown: boolean;

  constructor(
    code: string,
    message: string,
    facts: { readonly status: number; readonly refusal?: Refusal | undefined },
  ) {
    super(message);
    this.name = "ConsoleFailure";
    this.code = code;
    this.status = facts.status;
    this.refusal = facts.refusal;
    this.retryable = facts.refusal?.retryable ?? true;
    this.outcomeUnknown = facts.refusal?.outcome_unknown ?? true;
  }
}

/** Turns what a call of the generated client throws into a `ConsoleFailure`. */
export function failureOf(thrown: unknown): ConsoleFailure {
  if (thrown instanceof ConsoleFailure) return thrown;
  if (thrown instanceof HttpStatusError) {
    const { status, body } = thrown.answer as { readonly status: number; readonly body: unknown };
    if (isRefusal(body)) return new ConsoleFailure(body.code, body.message, { status, refusal: body });
    return new ConsoleFailure("no-console", `status ${status} without a refusal`, { status });
  }
  if (thrown instanceof CallError) return new ConsoleFailure(thrown.code, thrown.message, { status: 0 });
  return new ConsoleFailure("unexpected", thrown instanceof Error ? thrown.message : "unknown", {
    status: 0,
  });
}

function isRefusal(body: unknown): body is Refusal {
  if (typeof body !== "object" || body === null) return false;
  const { code, message } = body as Partial<Record<string, unknown>>;
  return typeof code === "string" && typeof message === "string";
}
