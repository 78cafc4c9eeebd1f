import type { MaybePromise } from "./maybe-promise.js";

/** A receiver's answer before it becomes a Fetch `Response` or a Node response. */
export interface Answer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty except for a connection verification or a callback. */
  readonly body: string;
}

/** A request as the receiver needs it; adapters create it from their framework's request. */
export interface IncomingRequest {
  readonly method: string;
  /** The request's target: its path and query, or the whole URL. Used for the query alone. */
  readonly url?: string | undefined;
  /** A header's value by its name in lower case; repeated headers joined by a comma and a space. */
  readonly header: (name: string) => string | null;
  /**
   * The raw body, byte for byte as received, or `undefined` once it exceeds
   * `limit` bytes. Called at most once.
   */
  readonly readBody: (limit: number) => MaybePromise<Uint8Array | undefined>;
}

/** A receiver as an adapter sees it. */
export interface AnsweringReceiver {
  /** Answers a request whose raw bytes are available. Never rejects. */
  readonly answer: (request: IncomingRequest) => Promise<Answer>;
}
