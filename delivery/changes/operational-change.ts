import { createHash } from "node:crypto";
import type { OperationalChangeKind } from "../store/tables.js";

/** What the details of a change may have. */
export interface ChangeDetails {
  /** Of `endpoint-failing` and `delivery-exhausted` the error of the last attempt, of `endpoint-paused` the reason, for people. */
  readonly reason?: string | undefined;
  /** Of `endpoint-failing` and `endpoint-recovered`: when the first of its failures in a row was, in milliseconds since 1970. */
  readonly failingSince?: number | undefined;
  /** Of `delivery-exhausted`. */
  readonly delivery?: ExhaustedDelivery | undefined;
}

/** A delivery that isn't tried again unless somebody asks for it. */
export interface ExhaustedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** Attempts that were made. */
  readonly attempts: number;
}

/** Something that happened to an endpoint or a delivery. No credential, no content. */
export interface OperationalChange extends ChangeDetails {
  /** The same however often the change is told: the id of an event that is made of it. Printable ASCII. */
  readonly id: string;
  readonly kind: OperationalChangeKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly endpointId: string;
  /** Whose endpoint it is. */
  readonly application: string;
}

/** A change without its id. */
export interface NewChange extends Omit<OperationalChange, "id"> {
  /** Tells this change from others of its kind and endpoint. */
  readonly occasion: string | number;
}

/** The id of a change. */
export function changeId({ kind, endpointId, occasion }: NewChange): string {
  const hash = createHash("sha256").update(`${kind}\n${endpointId}\n${occasion}`).digest("hex");
  return `change_${hash.slice(0, 32)}`;
}
