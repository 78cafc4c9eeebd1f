/** A request that the mock server sends by itself. */
export interface OutgoingRequest {
  /** Of the callback or webhook. */
  readonly name: string;
  readonly kind: "callback" | "webhook";
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Statuses that the contract declares for the answer, such as `200`, `2XX` or `default`. */
  readonly statuses: readonly string[];
}

/** A callback or webhook that can't be sent, and why: a sentence without a full stop. */
export interface UnsentRequest {
  readonly name: string;
  readonly kind: OutgoingRequest["kind"];
  readonly problem: string;
}
