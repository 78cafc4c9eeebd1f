import type { Answer, IncomingRequest } from "./answer.js";

/** Passes a Fetch request to a receiver and returns its answer. */
export async function answerFetch(
  answer: (request: IncomingRequest) => Promise<Answer>,
  request: Request,
): Promise<Response> {
  const { status, headers, body } = await answer({
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: (limit) => readStream(request.body, limit),
  });
  return new Response(body === "" ? null : body, { status, headers });
}

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length);
    length += value.length;
    if (length > limit) {
      // An aborted sender doesn't matter here; the answer is decided.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}
