import { type AnyAnswer, createHttpClient, type PendingAnswer, type SuccessBody } from "@oipkit/runtime/http";
import { csrfToken, signInIsRequired, somethingChanged } from "../session/session-store.js";
import { failureOf } from "./failure.js";

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
    const failure = failureOf(thrown);
    if (failure.code === "sign-in-required") signInIsRequired();
    if (["account-changed", "csrf-refused", "access-revoked"].includes(failure.code)) somethingChanged();
    throw failure;
  }
}
