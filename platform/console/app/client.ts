import {
  type AnyAnswer,
  CallError,
  createHttpClient,
  HttpStatusError,
  type PendingAnswer,
  type SuccessBody,
} from "@oipkit/runtime/http";
import { QueryClient } from "@tanstack/react-query";
import type { components } from "../generated/console/types.js";
import { csrfToken, signInIsRequired, somethingChanged } from "./session/session-store.js";

/** The backend of this page. Pass it to the operations of `generated/console/client.js`. */
export const client = createHttpClient({
  baseUrl: `${location.origin}/console/api`,
  // TanStack Query repeats what only reads; a command is never repeated by itself.
  retry: false,
  timeoutMs: 20_000,
  fetch(url, init) {
    const headers = new Headers(init.headers);
    const token = csrfToken();
    if (token !== null && init.method !== "GET") headers.set("x-csrf-token", token);
    return fetch(url, { ...init, headers, credentials: "same-origin", cache: "no-store" });
  },
});

/** The body of a success. Rejects with a `ConsoleFailure`, and tells the session about those that concern it. */
export async function call<A extends AnyAnswer>(pending: PendingAnswer<A>): Promise<SuccessBody<A>> {
  try {
    return await pending.unwrap();
  } catch (thrown) {
    const failure = consoleFailure(thrown);
    if (failure.code === "sign-in-required") signInIsRequired();
    if (["account-changed", "csrf-refused", "access-revoked"].includes(failure.code)) somethingChanged();
    throw failure;
  }
}

/** What the backend says when it refuses. */
type RefusalBody = components["schemas"]["Refusal"];

/** Why a call has no result, and what that says about what it was to do. */
export class ConsoleFailure extends Error {
  /** Stable, in kebab case: the backend's, or `network`. */
  readonly code: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly refusal: RefusalBody | undefined;
  /** Whether asking again, unchanged, may help. */
  readonly retryable: boolean;
  /** Whether a command may have been carried out although there is no answer. */
  readonly outcomeUnknown: boolean;

  constructor(
    code: string,
    message: string,
    facts: { readonly status: number; readonly refusal?: RefusalBody | undefined },
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
export function consoleFailure(thrown: unknown): ConsoleFailure {
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

function isRefusal(body: unknown): body is RefusalBody {
  if (typeof body !== "object" || body === null) return false;
  const { code, message } = body as Partial<Record<string, unknown>>;
  return typeof code === "string" && typeof message === "string";
}

/** Answers that were read, by query key. Never contains a secret: those aren't read by queries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      retry: (count, failure) => count < 2 && failure instanceof ConsoleFailure && failure.retryable,
      retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4000),
      refetchOnWindowFocus: true,
    },
  },
});

/**
 * Query keys. Everything of an application begins with `applicationKey`, so that one call refreshes it; live entries do that.
 */
export function applicationKey(application: string, ...rest: readonly unknown[]): readonly unknown[] {
  return ["application", application, ...rest];
}

/** Keys of what only the sandbox has: customers, subscriptions, the clock. */
export function sandboxKey(...rest: readonly unknown[]): readonly unknown[] {
  return ["sandbox", ...rest];
}

/** The key of the session. */
export const sessionKey = ["session"] as const;

/** The key of the list of applications. */
export const applicationsKey = ["applications"] as const;

/** The key of how the endpoints of one's applications stand. */
export const standingsKey = ["standings"] as const;
