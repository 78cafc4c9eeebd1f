import type { Answer, IncomingRequest } from "./answer.js";
import { type ReadStreamOptions, readStream } from "./read-stream.js";

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
