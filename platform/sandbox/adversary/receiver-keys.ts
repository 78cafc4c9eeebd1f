import type { Delivery, SigningCredentials } from "@oipkit/delivery";
import { Refusal } from "../platform/draft.js";

/** What a receiver has to know at one time. */
export interface ReceiverSecrets {
  readonly secret: string;
  /** Still good, or not active yet. */
  readonly previousSecret?: string | undefined;
  readonly verificationToken?: string | undefined;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
}

/** Tells a receiver its secrets; resolves once it can read them. */
export type SecretsHandOver = (secrets: ReceiverSecrets) => Promise<void>;

/** What requests are made with now. */
export interface ReceiverKeys {
  /** The active one. */
  readonly signingSecret: string;
  /** The latest one that no receiver may accept any more. */
  readonly retired?: string | undefined;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
  readonly verificationToken?: string | undefined;
}

/** The keys as a run begins. */
export function createKeys(
  { signingSecret, verificationToken, encryptKey }: SigningCredentials,
  isEncrypted: boolean,
): ReceiverKeys {
  return { signingSecret, verificationToken, ...(isEncrypted && { encryptKey }) };
}

/** Milliseconds that the recipient may take. */
const timeoutMs = 10_000;

/** Hands secrets over with a PUT; any 2xx says that they arrived. Rejects with the refusal `secrets-undelivered`, and with the signal's reason. */
export function handOverTo(
  url: string,
  fetch: typeof globalThis.fetch,
  signal?: AbortSignal,
): SecretsHandOver {
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

/** A rotation whose new version is known to its recipient, and isn't active yet. */
export interface Offer {
  readonly secret: string;
  /** Makes it active. */
  readonly activate: () => Promise<void>;
  /** Gives it up. */
  readonly discard: () => Promise<void>;
}

/** What is rotated. */
export interface Rotating {
  readonly credentials: Delivery["credentials"];
  readonly application: string;
  readonly kind: "signing-secret" | "encrypt-key";
  readonly actor: string;
}

/**
 * Makes the next version and tells its recipient. Rejects as `tell` does, and gives the version up then; with `credential-state` if another one
 * is pending.
 */
export async function offerNext(
  { credentials, application, kind, actor }: Rotating,
  tell: (secret: string) => Promise<void>,
): Promise<Offer> {
  const versions = (await credentials.list(application)).filter((each) => each.kind === kind);
  const latest = Math.max(0, ...versions.map(({ version }) => version));
  let decide = (_: boolean): void => {};
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  let failure: unknown;
  let settled: Promise<unknown> = Promise.resolve();
  const secret = await new Promise<string>((resolve, reject) => {
    settled = credentials.rotate(application, kind, {
      operationId: `stress-${kind}-after-${latest}`,
      actor,
      async deliver(made) {
        try {
          await tell(made.secret);
        } catch (error) {
          failure = error;
          throw error;
        }
        resolve(made.secret);
        if (!(await decision)) throw new Error("given up");
      },
    });
    settled.then(() => reject(failure ?? new Error("the rotation was asked for before")), reject);
  });
  const end = async (isGood: boolean): Promise<void> => {
    decide(isGood);
    await settled;
  };
  return { secret, activate: () => end(true), discard: () => end(false) };
}

/** Gives up a version that an earlier run has left pending when its process ended. */
export async function discardPending({ credentials, application, kind, actor }: Rotating): Promise<void> {
  for (const each of await credentials.list(application))
    if (each.kind === kind && each.state === "pending")
      await credentials.discard({ application, kind, version: each.version }, { actor });
}
