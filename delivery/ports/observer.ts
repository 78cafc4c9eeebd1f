import type { DeliveryKind, DeliveryState } from "../store/tables.js";

/** An attempt that ended. No credential, no content. */
export interface AttemptReport {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly kind: DeliveryKind;
  readonly attempt: number;
  /** What the delivery is now: `pending` means that it is tried again at `retryAt`. */
  readonly state: DeliveryState;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly durationMs: number;
  readonly retryAt?: number | undefined;
  /** The `traceparent` under which the event was published. */
  readonly trace?: string | undefined;
}

/** Something that happened to an endpoint. */
export interface EndpointReport {
  readonly endpointId: string;
  readonly application: string;
  readonly change: "saved" | "paused" | "resumed" | "revoked" | "circuit-opened" | "circuit-closed";
  readonly reason?: string | undefined;
}

/** Told what the engine does, for logs, metrics and traces. What it throws is ignored. */
export interface Observer {
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  readonly onEndpoint?: ((report: EndpointReport) => void) | undefined;
  /** A failure that no caller sees, such as a store that can't be reached; the engine goes on. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
  /** The `traceparent` of what is publishing now, to be kept with the event (W3C Trace Context). */
  readonly traceparent?: (() => string | undefined) | undefined;
}
