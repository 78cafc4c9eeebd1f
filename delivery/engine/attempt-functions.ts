import type { Protocol, SignedDelivery } from "@oipkit/runtime/webhook";
import type { SigningCredentials } from "../ports/credentials.js";
import type { TransportResult } from "../ports/transport.js";
import type { DeliverySettings } from "../settings.js";

/** What an attempt means for its delivery. */
export type AttemptVerdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly error: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "final"; readonly error: string };

/** How attempts are made and judged. */
export interface AttemptFunctions {
  readonly prepare: (options: {
    readonly protocol: Protocol;
    readonly content: string;
    readonly identity: { readonly deliveryId: string; readonly eventId: string; readonly eventType: string };
    readonly credentials: SigningCredentials;
    readonly encrypted: boolean;
    readonly url: string;
    readonly now: () => number;
    readonly random: (size: number) => Uint8Array;
  }) => SignedDelivery;
  readonly judge: (protocol: Protocol, result: TransportResult, now: () => number) => AttemptVerdict;
  readonly retryDelay: (options: {
    /** The attempt that failed, from 1. */
    readonly attempt: number;
    readonly settings: DeliverySettings;
    readonly random: () => number;
    readonly retryAfterMs?: number | undefined;
  }) => number;
  /** The first bytes of an answer as text that a store accepts, without credentials. */
  readonly keptAnswer: (
    result: TransportResult,
    maxBytes: number,
    hidden: SigningCredentials,
  ) => string | null;
}
