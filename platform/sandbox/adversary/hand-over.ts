import { Refusal } from "../platform/refusal.js";
import type { HandOver } from "./keys.js";

/** Milliseconds that the recipient may take. */
const timeoutMs = 10_000;

/** Hands secrets over with a PUT; any 2xx says that they arrived. Rejects with the refusal `secrets-undelivered`, and with the signal's reason. */
export function handOverTo(url: string, fetch: typeof globalThis.fetch, signal?: AbortSignal): HandOver {
  return async ({ secret, previousSecret, verificationToken, encryptKey }) => {
    const content = {
      secret,
      previous_secret: previousSecret,
      verification_token: verificationToken,
      encrypt_key: encryptKey,
    };
    const timeout = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, {
      method: "PUT",
      redirect: "error",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(content),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    }).catch(() => undefined);
    signal?.throwIfAborted();
    await answer?.body?.cancel();
    if (answer?.ok) return;
    const why = answer === undefined ? "it can't be reached" : `it answered with ${answer.status}`;
    throw new Refusal("conflict", "secrets-undelivered", {
      message: `the receiver's new secrets can't be handed over: ${why}`,
    });
  };
}
