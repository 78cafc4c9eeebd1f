import type { Answer, AnsweringReceiver, IncomingRequest } from "../ports/answer.js";
import type { RefusalCode, RequestFinding } from "./refusal.js";

/** Handlers of the webhooks or the callbacks of an API. */
export interface RequestHandlers<Handlers> {
  /**
   * A receiver for an adapter of `@oipkit/runtime/adapters`: of one webhook at a URL of its own, by its name, or of all at one URL, by
   * a function that reads the name from the request, which is authenticated by then. It authenticates, parses and checks a
   * request, calls the handler, and answers what that returns; a request that doesn't match the contract gets 400, a
   * name that isn't in it 404, and a handler that throws 500.
   */
  readonly receiver: (which: (keyof Handlers & string) | RequestToName) => AnsweringReceiver;
  /**
   * Checks a request that is parsed already and calls its handler: in a queue, or behind a framework. It doesn't authenticate.
   * Rejects with what the handler throws, and with `InvalidResultError`.
   */
  readonly handle: (name: keyof Handlers & string, request: GivenRequest) => Promise<Handling>;
}

/** Reads the name of a webhook from a request; nothing if there is none. The body is parsed, but not checked. */
export type RequestToName = (
  request: Pick<GivenRequest, "url"> & { readonly header: IncomingRequest["header"]; readonly body: unknown },
) => string | null | undefined;

/** A parsed request. */
export interface GivenRequest {
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string | null | undefined;
  /** A header's value by its name in lower case. Default: there are none. */
  readonly header?: IncomingRequest["header"] | undefined;
  /** For query parameters: the path with the query, or the whole URL. */
  readonly url?: string | undefined;
}

/** What became of a request. */
export type Handling =
  | { readonly kind: "handled"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly findings: readonly RequestFinding[] };
