import type { JsonObject } from "@oipkit/runtime/webhook";
import type { DeliveryError } from "../errors.js";

/** Why an event goes nowhere: not a mistake of the publisher. */
export type NotDeliveredReason =
  | "application-inactive"
  | "endpoint-missing"
  | "not-subscribed"
  | "type-not-granted";

/** What became of a publication. */
export type PublishOutcome =
  | {
      readonly kind: "published";
      readonly eventId: string;
      readonly deliveryId: string;
      /** Whether an earlier publication of the same event had this outcome already. */
      readonly isRepeated: boolean;
    }
  /** Nothing was written. */
  | { readonly kind: "not-delivered"; readonly eventId: string; readonly reason: NotDeliveredReason };

/** What became of one of many publications. */
export type BatchOutcome = PublishOutcome | { readonly kind: "refused"; readonly error: DeliveryError };

/** Whom an event is for, and what the event itself doesn't say. */
export interface PublishTarget {
  readonly application: string;
  /** If the protocol has no place for it in the event. */
  readonly eventId?: string | undefined;
  /** If the protocol has no place for it in the event. */
  readonly eventType?: string | undefined;
}

/** One of many events. */
export interface Publication extends PublishTarget {
  readonly event: JsonObject;
}
