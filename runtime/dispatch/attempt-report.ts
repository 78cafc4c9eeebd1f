import type { ResourceId } from "../ports/inbox-entry.js";

/** The result of one attempt to handle an event or to reconcile a resource, or an event that has to wait; for logs and metrics. */
export type AttemptReport =
  | {
      /**
       * `handled`: done. `failed`: will be retried. `dead`: not retried automatically. `lost`: the lease ended before
       * the handler did, so another process has the event.
       */
      readonly kind: "handled" | "failed" | "dead" | "lost";
      readonly eventId: string;
      readonly eventType: string;
      readonly test: boolean;
      readonly attempt: number;
      readonly durationMs: number;
      /** Time since the event happened, by its sender's and the receiver's clock; absent if its sender doesn't say when. */
      readonly ageMs?: number;
      /** What the handler threw. */
      readonly error?: unknown;
    }
  | {
      /** Set aside: it is handled after the first and the last version in `waitsFor`, and those between them. */
      readonly kind: "waiting";
      readonly eventId: string;
      readonly eventType: string;
      readonly resource: ResourceId;
      readonly version: number;
      readonly waitsFor: readonly [number, number];
      readonly error?: undefined;
    }
  | {
      /** `reconciled`: the resource is at `version`. `unreconciled`: will be reconciled again. */
      readonly kind: "reconciled" | "unreconciled";
      readonly resource: ResourceId;
      readonly version: number | undefined;
      readonly attempt: number;
      readonly durationMs: number;
      readonly error?: unknown;
    };
