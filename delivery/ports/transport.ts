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
 * and `network-failed` for everything else.
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
