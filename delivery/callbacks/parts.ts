import type { JsonObject } from "@oipkit/runtime/webhook";
import type { EventTestParts } from "../event-tests/parts.js";
import type { CredentialSource } from "../ports/credentials.js";

/** What callbacks need beside the engine. */
export interface CallbackParts {
  readonly credentials: CredentialSource;
  /** Bytes of an answer that are read; a longer one has an unknown outcome. Default: 64 KiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** For `test`; without it, callbacks can't be tested. */
  readonly tests?:
    | Pick<EventTestParts, "synthesize" | "defaultProduct" | "productionEnvironments" | "mayTest">
    | undefined;
}

/** A callback to invoke. */
export interface CallbackRequest {
  readonly application: string;
  /** The event's name. */
  readonly type: string;
  readonly event: JsonObject;
}

/** JSON data. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * What the receiver did. `answered`: 2xx with JSON, which is the result. `refused`: it says that it didn't do it (3xx and 4xx). `unsent`:
 * nothing reached it. `unknown`: it may have done it or not (no answer in time, a broken connection, 5xx, an unreadable answer); only the
 * platform's own records and the receiver's can tell, and nothing is ever sent again.
 */
export type CallbackResult =
  | { readonly kind: "answered"; readonly status: number; readonly body: JsonValue }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "unsent"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string; readonly status?: number | undefined };

/** A result, and where it is recorded. */
export interface CallbackOutcome {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly correlationId: string | undefined;
  readonly result: CallbackResult;
}
