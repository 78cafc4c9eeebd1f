/** A request as it arrived. */
export interface MockRequest {
  readonly method: string;
  /** Path and query as sent: still percent-encoded. */
  readonly target: string;
  /** By name in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An answer to send. */
export interface MockAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Where in a request or an answer a finding is. */
export type Part = "path" | "query" | "header" | "cookie" | "body" | "status" | "security";

/** Something in a request or an answer that differs from the contract. */
export interface MockFinding {
  readonly side: "request" | "answer";
  /** As from `oipkit validate`, such as `required`; docs/reference/mock.md has the others. */
  readonly code: string;
  readonly in: Part;
  /** The parameter, header or security scheme. */
  readonly name?: string;
  /** JSON Pointer (RFC 6901) in the part's value; empty for the value itself. */
  readonly pointer: string;
  /** A sentence without a full stop. */
  readonly message: string;
  /** What to do. */
  readonly help: string;
  /** A `should` of the contract is broken, not a `must`: nothing is refused. */
  readonly level?: "warning";
  /** Where in the contract: `<document>#<JSON Pointer>`. */
  readonly schemaPointer?: string;
  readonly clause?: string;
}

/** An answer, and what was found on the way to it. */
export interface Exchange {
  readonly answer: MockAnswer;
  /** The `operationId`, or method and path; absent if no operation was found. */
  readonly operation: string | undefined;
  readonly findings: readonly MockFinding[];
}

/** Answers requests. Never rejects because of a request. */
export type Answering = (request: MockRequest) => Promise<Exchange>;
