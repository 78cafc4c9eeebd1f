import { type ReadStreamOptions, readStream } from "./request-body.js";

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

/**
 * Passes a Fetch request to a receiver and returns its answer. If an announced body wasn't read, the answer asks for the
 * connection to be closed, which servers of Node do; nobody might ever read that body.
 */
export async function answerFetch(
  answer: (request: IncomingRequest) => Promise<Answer>,
  request: Request,
  reading?: ReadStreamOptions,
): Promise<Response> {
  let isRead = false;
  const { status, headers, body } = await answer({
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name),
    readBody(limit) {
      isRead = true;
      return readStream(request.body, limit, reading);
    },
  });
  const closing = isRead || !announcesBody(request.headers) ? {} : { connection: "close" };
  return new Response(body === "" ? null : body, { status, headers: { ...headers, ...closing } });
}

/** The body itself isn't asked for: a Fetch GET never has one, whatever came. */
function announcesBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0;
}

/** A result, or a promise of it. */
export type MaybePromise<Result> = Result | Promise<Result>;
