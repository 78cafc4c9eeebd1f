import type { DeliveryContext } from "../context.js";
import type { KeyRing } from "../credentials/key-ring.js";
import type { WaitingDelivery } from "./rows.js";
import { type AttemptFunctions, type AttemptResult, attemptResult, type BegunAttempt, send } from "./send.js";

/** An attempt that is recorded as begun and belongs to this engine for a while. */
export interface SendableAttempt extends BegunAttempt {
  readonly application: string;
  readonly delivery: WaitingDelivery;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The request may leave until then: later, another engine could repeat the attempt while it is under way. */
  readonly beginBy: number;
}

/**
 * What became of an attempt. `unsent`: its request certainly never leaves, so it doesn't count. `interrupted`: it may have arrived and isn't under way
 * any more, and nobody says how it ended.
 */
export type SentAttempt =
  | { readonly kind: "ended"; readonly result: AttemptResult }
  | { readonly kind: "unsent" | "interrupted" };

/** Makes attempts: in this process, or elsewhere. The requests to one endpoint leave in the order of the calls. */
export interface AttemptSender {
  /** Whether it makes attempts elsewhere, which takes a part of the lease. */
  readonly isRemote: boolean;
  /** Whether attempts may begin now. */
  readonly isReady: () => boolean;
  /** Never rejects. */
  readonly send: (attempt: SendableAttempt) => Promise<SentAttempt>;
  /** Ends, after the last attempt. */
  readonly close: () => Promise<void>;
}

/** What a sender works with. */
export interface SenderParts {
  readonly context: DeliveryContext;
  readonly keyRing: KeyRing;
  readonly attempts: AttemptFunctions;
  /** Whether an engine of the same name may have crashed a moment ago. */
  readonly hasPredecessor: boolean;
}

/** Makes a sender for an engine. */
export type CreateSender = (parts: SenderParts) => AttemptSender;

/** Posts from this process. */
export function createLocalSender(context: DeliveryContext, attempts: AttemptFunctions): AttemptSender {
  return {
    isRemote: false,
    isReady: () => true,
    send: async (attempt) => {
      const { delivery, startedAt, credentials } = attempt;
      const result = await send(context, attempts, attempt);
      return {
        kind: "ended",
        result: attemptResult(context, attempts, { delivery, startedAt, credentials, result }),
      };
    },
    close: async () => {},
  };
}
