import type { Answer, IncomingRequest } from "./answer.js";
import { type ReadStreamOptions, readStream } from "./read-stream.js";

/** Passes a Fetch request to a receiver and returns its answer. */
export async function answerFetch(
  answer: (request: IncomingRequest) => Promise<Answer>,
  request: Request,
  reading?: ReadStreamOptions,
): Promise<Response> {
  const { status, headers, body } = await answer({
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: (limit) => readStream(request.body, limit, reading),
  });
  return new Response(body === "" ? null : body, { status, headers });
}
