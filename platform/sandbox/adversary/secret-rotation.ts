import type { Delivery } from "@oipkit/delivery";

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
      operationId: `torment-${kind}-after-${latest}`,
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
