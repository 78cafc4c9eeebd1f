import type { MaybePromise } from "./maybe-promise.js";

/** A receiver's answer before it becomes a Fetch `Response` or a Node response. */
export interface Answer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty unless a connection is verified or a callback answered. */
  readonly body: string;
}

/** A request as the receiver needs it; an adapter makes it from whatever its framework hands over. */
export interface IncomingRequest {
  readonly method: string;
  /** A header's value by its name in lower case; repeated headers joined by a comma and a space. */
  readonly header: (name: string) => string | null;
  /**
   * The raw body, byte for byte as received, or `undefined` as soon as it turns out longer than
   * `limit` bytes. Called at most once.
   */
  readonly readBody: (limit: number) => MaybePromise<Uint8Array | undefined>;
}

/** A receiver as an adapter sees it. */
export interface AnsweringReceiver {
  /** Answers a request whose raw bytes are at hand. Never rejects. */
  readonly answer: (request: IncomingRequest) => Promise<Answer>;
}
