/** How the judge's endpoint answers a request. Default: as a correct receiver does. */
export interface EndpointAnswer {
  readonly status?: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Waits so long before it answers, in milliseconds. */
  readonly afterMs?: number;
  /** `hang`: no answer at all. `reset`: the connection is reset. `garbage`: an answer that isn't HTTP. `cut`: the body ends early. */
  readonly fault?: "hang" | "reset" | "garbage" | "cut";
  /** The answer has a `Location`, another address of the judge that answers correctly. */
  readonly redirect?: true;
}

/** How it answers a connection verification. */
export interface VerificationAnswer extends EndpointAnswer {
  /** What it returns instead of the challenge; `number`: of another type; `listed`: in an array. */
  readonly challenge?: "altered" | "other-case" | "absent" | "empty" | "listed" | "number";
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** `none`: without one. Default: `application/json`. */
  readonly contentType?: string;
  /** Length of the body in bytes, filled with white space. */
  readonly bodyBytes?: number;
}
