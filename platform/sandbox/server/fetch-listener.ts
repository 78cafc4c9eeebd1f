import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers a request of the Fetch standard. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** How a handler is asked. */
interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request's address for the handler: absolute. */
  readonly url: string;
  readonly maxBodyBytes: number;
  /** Ends streams, which have no end of their own. */
  readonly closing: AbortSignal;
}

/** Answers one exchange of Node by a handler. Rejects with `BodyTooLarge`, and as the handler does. */
export async function answerBy(handler: FetchHandler, exchange: HttpExchange): Promise<void> {
  const { request, response, url, maxBodyBytes, closing } = exchange;
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const { method = "GET" } = request;
  const body = hasBody(request) ? await readBody(request, maxBodyBytes) : null;
  const asked = new Request(url, { method, headers: requestHeaders(request), body, signal: gone.signal });
  const answer = await handler(asked);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  if (isStream(answer)) await stream(response, answer.body, closing);
  // Headers and content leave in one write.
  else response.end(answer.body === null ? undefined : new Uint8Array(await answer.arrayBuffer()));
}

function requestHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    // Not a header of a request in HTTP/1.1, and refused by the standard.
    if (!name.startsWith(":")) headers.append(name, value);
  }
  return headers;
}

/** Writes what comes bit by bit, as fast as its reader takes it, until the server is closed. */
async function stream(
  response: ServerResponse,
  body: ReadableStream<Uint8Array>,
  closing: AbortSignal,
): Promise<void> {
  response.flushHeaders();
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  response.once("close", cancel);
  closing.addEventListener("abort", cancel);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value)) await drained(response);
  }
  closing.removeEventListener("abort", cancel);
  response.end();
}

/** Whether an answer is one of server-sent events. */
function isStream(answer: Response): answer is Response & { readonly body: ReadableStream<Uint8Array> } {
  return answer.body !== null && answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}

/** The body has more bytes than it may have. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** The whole body. Rejects with `BodyTooLarge`, and if the sender ends the connection. */
export async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw new BodyTooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) throw new BodyTooLarge();
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces, size));
}

/** Whether a request has a body. */
function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
