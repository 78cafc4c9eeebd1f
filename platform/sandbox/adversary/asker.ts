import type { Keys } from "./keys.js";
import { type Sample, type Sending, sendSample } from "./sample.js";

/** Asks a receiver which keys it knows. */
export interface Asker {
  /** Keeps what the receiver has accepted last, which it is asked with. */
  readonly learn: (sample: Sample) => void;
  /** Whether there is something to ask with. */
  readonly isReady: () => boolean;
  /** Asks until it is answered as wanted, for as long as one is patient; otherwise the last answer, such as `401` or `no answer`. */
  readonly until: (
    wanted: "accepted" | "refused",
    keys: Pick<Keys, "signingSecret" | "encryptKey">,
  ) => Promise<string | undefined>;
}

/** How a receiver is asked. */
export interface AskerOptions extends Sending {
  /** Resolves after so many milliseconds of real time. */
  readonly sleep: (ms: number) => Promise<void>;
  /** How long a receiver may take to notice new secrets, in milliseconds of real time. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 100;

/** One that knows no sample yet. `until` rejects with the signal's reason. */
export function createAsker({ sleep, patienceMs, signal, ...sending }: AskerOptions): Asker {
  const { unauthenticated } = sending.protocol.responses;
  const isAccepted = (status = 0): boolean => status >= 200 && status < 300;
  let sample: Sample | undefined;
  return {
    learn(given) {
      sample = given;
    },
    isReady: () => sample !== undefined,
    async until(wanted, keys) {
      if (sample === undefined) return undefined;
      for (let waited = 0; ; waited += pollMs) {
        signal?.throwIfAborted();
        const status = await sendSample(sample, keys, sending);
        if (wanted === "accepted" ? isAccepted(status) : status === unauthenticated) return undefined;
        if (waited >= patienceMs) return status === undefined ? "no answer" : `${status}`;
        await sleep(pollMs);
      }
    },
  };
}
