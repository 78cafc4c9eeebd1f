/** The active credentials of an application, opened to sign with. Never stored, logged or printed. */
export interface SigningCredentials {
  readonly signingSecret: string;
  readonly signingSecretVersion: number;
  /** Set if the protocol has a token. */
  readonly verificationToken?: string | undefined;
  /** Set if the protocol has encryption; used only while the endpoint asks for it. */
  readonly encryptKey?: string | undefined;
}

/** Where the engine gets credentials from for an attempt. Rejects with `credential-missing` or `key-missing`. */
export type CredentialSource = (application: string) => Promise<SigningCredentials>;

/** What the engine needs to know about an application, whose records belong to the platform. */
export interface ApplicationRecord {
  readonly id: string;
  /** The organization that owns it. */
  readonly organization: string;
  readonly environment: string;
  /** The product that it is bound to, if any. */
  readonly product?: string | undefined;
  /** A revoked or inactive application gets no deliveries, and its endpoint can't be saved or tested. */
  readonly active: boolean;
  /** The events that its grant lists; only these are delivered. */
  readonly grantedEventTypes: readonly string[];
  /** The callbacks that may be invoked. */
  readonly grantedCallbackTypes: readonly string[];
}

/**
 * The platform's applications and grants. Asked for each publication and each turn of an endpoint, so it should be quick;
 * a revocation works from the next answer on.
 */
export interface Directory {
  /** `undefined` for an application that doesn't exist. */
  readonly application: (
    id: string,
  ) => ApplicationRecord | undefined | Promise<ApplicationRecord | undefined>;
}

/** One POST, byte for byte. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time for everything, from the look-up of the name to the last byte that is read, in milliseconds of the real time. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read at most; what follows is dropped, and the connection with it. */
  readonly maxAnswerBytes: number;
  /** Ends the request early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why there is no answer. `address-refused`: the name leads to an address that requests may not go to. `name-unresolved`: DNS has no
 * address. `connection-refused`, `connection-reset`, `tls-failed`, `timed-out`, `answer-malformed` (not HTTP), `aborted` (by the signal),
 * `sender-exhausted`: this machine has no more connections or open files, and nothing was sent. `sender-failed`: the request can't be made, such as with
 * an unusable credential, and nothing was sent. `network-failed` for everything else.
 */
export type TransportErrorCode =
  | "address-refused"
  | "name-unresolved"
  | "connection-refused"
  | "connection-reset"
  | "tls-failed"
  | "timed-out"
  | "answer-malformed"
  | "aborted"
  | "sender-exhausted"
  | "sender-failed"
  | "network-failed";

/** What became of a request. */
export type TransportResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** By lower-case name; a repeated header's values are joined with a comma. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most `maxAnswerBytes`. */
      readonly body: Uint8Array;
      /** Whether there was more of it, or its end didn't come in time. */
      readonly truncated: boolean;
      readonly durationMs: number;
    }
  | {
      readonly kind: "failed";
      readonly code: TransportErrorCode;
      /** A sentence without secrets, for people. */
      readonly reason: string;
      readonly durationMs: number;
    };

/** Posts requests. Never follows a redirect and never rejects. */
export interface Transport {
  readonly post: (request: OutgoingRequest) => Promise<TransportResult>;
  /** Ends idle connections, then the others. */
  readonly close: () => Promise<void>;
}
