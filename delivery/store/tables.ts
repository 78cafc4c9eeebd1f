import type { ColumnType, Generated } from "kysely";

/** 0 or 1: SQLite has no booleans. */
export type Flag = 0 | 1;

/** One endpoint of an application is active or paused; revoked ones stay as records. */
export type EndpointState = "active" | "paused" | "revoked";

/** Times are milliseconds since 1970; lists and objects are JSON texts. */
export interface EndpointsTable {
  readonly id: string;
  readonly application: string;
  organization: string;
  url: string;
  /** JSON array. */
  event_types: string;
  /** JSON array. */
  callback_types: string;
  encrypted: Flag;
  state: EndpointState;
  pause_reason: string | null;
  /** Rises by one with each save and when it is revoked; the application's next endpoint goes on counting. */
  revision: number;
  /** When the present URL was verified; null for endpoints that were never tested. */
  verified_at: number | null;
  readonly created_at: number;
  updated_at: number;
  /** Requests that it takes in a second; null if it doesn't say. */
  rate: number | null;
}

/** What the scheduler knows about an endpoint, apart from its configuration, since it changes all the time. */
export interface LanesTable {
  readonly endpoint_id: string;
  /** When its first delivery is due; null if nothing waits, or if the endpoint is paused or revoked. */
  ready_at: number | null;
  /** The engine that works on it until `lease_until`; only that one sends to it. */
  lease_owner: string | null;
  lease_until: number;
  /** Failed attempts since the last success. */
  failures: number;
  /** When the first of those was. */
  failing_since: number | null;
  /** Until then, nothing is sent: the circuit is open, or the endpoint asked for a rest. */
  open_until: number;
  /** Deliveries that failed for good since the last success. */
  lost: number;
  /** When it last succeeded, to a minute or so; 0 if it never did. */
  answered_at: Generated<number>;
}

/** A configuration that was saved or a rotation that was begun, by the operation that asked for it. */
export interface SavesTable {
  readonly application: string;
  readonly operation_id: string;
  /** Hash of what was asked. */
  readonly request_hash: string;
  /** JSON. Never a secret. */
  readonly outcome: string;
  readonly created_at: number;
}

/** The three credentials of an endpoint. */
export type CredentialKind = "signing-secret" | "verification-token" | "encrypt-key";
/** A `pending` version waits for the proof of its delivery; a `previous` one was active before. */
export type CredentialState = "pending" | "active" | "previous" | "discarded";

/** Credentials, sealed. */
export interface CredentialsTable {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
  state: CredentialState;
  /** Base64 of IV, ciphertext and tag; empty once discarded. */
  sealed: string;
  /** The key of the key ring that it is sealed with. */
  key_id: string;
  /** The operation that asked for it. */
  readonly operation_id: string | null;
  readonly created_at: number;
  activated_at: number | null;
  /** When it was handed over; null if nobody has it yet. */
  delivered_at: number | null;
}

/** A business event, a test of an endpoint, or a callback that waits for a result. */
export type DeliveryKind = "event" | "test" | "callback";

/** What is delivered, once per event however many endpoints get it. */
export interface EventsTable {
  readonly event_id: string;
  readonly event_type: string;
  readonly correlation_id: string | null;
  readonly kind: DeliveryKind;
  /** The event as JSON text, without a transport token; never changed. Empty or null if it is packed. */
  readonly content: string | null;
  /** The same text compressed, with the dictionary of that id. */
  readonly packed: ColumnType<Uint8Array | null, Uint8Array | null | undefined, never>;
  readonly dictionary: ColumnType<number | null, number | null | undefined, never>;
  /** The `traceparent` under which it was published (W3C Trace Context), for the traces of its attempts. */
  readonly trace: string | null;
  readonly created_at: number;
}

/** What events of a type have in common, with which their contents are compressed. Never changed nor removed. */
export interface DictionariesTable {
  /** 48 bits of a hash of the text. */
  readonly id: number;
  readonly event_type: string;
  readonly text: string;
}

/** `sending`: an attempt has begun. `cancelled`: given up because its endpoint was revoked. */
export type DeliveryState = "pending" | "sending" | "delivered" | "failed" | "cancelled";

/** One event for one endpoint. */
export interface DeliveriesTable {
  /** In the order of publication. */
  readonly sequence: Generated<number>;
  readonly id: string;
  readonly endpoint_id: string;
  readonly application: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly kind: DeliveryKind;
  /** Size of the content in bytes. */
  readonly bytes: number;
  state: DeliveryState;
  /** Attempts begun since publication or the last redelivery. */
  attempts: number;
  /** Attempts before the last redelivery, and those that don't count because the endpoint asked for a rest. */
  earlier_attempts: Generated<number>;
  /** Attempts allowed since publication or the last redelivery. */
  max_attempts: number;
  /** When the next attempt may begin; while `sending`, when the attempt began, and so for one that the delivery keeps. */
  due_at: number;
  /** Status of the last answer. */
  status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  readonly created_at: number;
  settled_at: number | null;
  redeliveries: number;
  /** When it is no longer retried; null if only its attempts are limited. */
  expires_at: number | null;
  /** Of the attempt that delivered it, if there is no row of `attempts` for that: how long it took. */
  duration_ms: number | null;
  /** The version of the signing secret of that attempt. */
  secret_version: number | null;
}

/** A delivery that is `pending`. The database keeps this table and the next two, by what is written to `deliveries`. */
export interface WaitingTable {
  readonly sequence: number;
  readonly endpoint_id: string;
  readonly due_at: number;
  readonly kind: DeliveryKind;
}

/** A delivery that is `sending`. */
export interface SendingTable {
  readonly endpoint_id: string;
  readonly sequence: number;
}

/** A delivery that ended without success. */
export interface UndeliveredTable {
  readonly state: "failed" | "cancelled";
  readonly sequence: number;
  /** Filled by a trigger, like the next two. */
  readonly endpoint_id: Generated<string>;
  readonly event_type: Generated<string>;
  readonly kind: Generated<DeliveryKind>;
}

/** What remains of a delivery that was removed: enough to know its event if it is published again. */
export interface PrunedTable {
  /** Hash of the event id. */
  readonly event_key: string;
  readonly application: string;
  readonly delivery_id: string;
  /** Hash of the event, whatever the order of its members. */
  readonly content_key: string;
  readonly published_at: number;
}

/** An endpoint to which something was published that its lane doesn't know of yet; in PostgreSQL only. */
export interface WakesTable {
  readonly sequence: Generated<number>;
  readonly endpoint_id: string;
  readonly at: number;
}

/** What happens to an endpoint or a delivery that operational events tell. */
export type OperationalChangeKind =
  | "endpoint-failing"
  | "endpoint-recovered"
  | "endpoint-paused"
  | "endpoint-resumed"
  | "delivery-exhausted";

/** A change that no operational event tells yet. */
export interface ChangesTable {
  readonly sequence: Generated<number>;
  readonly id: string;
  readonly kind: OperationalChangeKind;
  readonly at: number;
  readonly endpoint_id: string;
  readonly application: string;
  /** JSON without secrets. */
  readonly details: string;
}

/** One attempt of a delivery, apart from those that deliveries keep themselves. */
export interface AttemptsTable {
  readonly delivery: number;
  /** From 1, never reset by a redelivery. */
  readonly number: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The first bytes of the answer, as text; null if there was none or it was empty. */
  readonly answer: string | null;
  /** The version of the signing secret. */
  readonly secret_version: number;
}

/** Who did what: pauses, redeliveries, saves, rotations. */
export interface AuditTable {
  readonly sequence: Generated<number>;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly application: string;
  /** An endpoint, a delivery, an event or a credential version. */
  readonly subject: string;
  readonly operation_id: string | null;
  /** JSON without secrets. */
  readonly details: ColumnType<string, string, never>;
}

/** The tables of the engine. */
export interface Tables {
  endpoints: EndpointsTable;
  lanes: LanesTable;
  saves: SavesTable;
  credentials: CredentialsTable;
  events: EventsTable;
  dictionaries: DictionariesTable;
  deliveries: DeliveriesTable;
  waiting: WaitingTable;
  sending: SendingTable;
  undelivered: UndeliveredTable;
  wakes: WakesTable;
  pruned: PrunedTable;
  changes: ChangesTable;
  attempts: AttemptsTable;
  audit: AuditTable;
}
