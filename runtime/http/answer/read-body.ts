import { type Deadline, overNetwork } from "../attempt/deadline.js";
import { AnswerTooLargeError } from "../errors.js";
import type { BinaryBody, BinaryReadOptions, StreamBody } from "../operation/operation-answer.js";
import type { ItemsReader } from "../operation/operation-descriptor.js";

/**
 * Reads a body of at most `maxAnswerBytes` within a deadline. Throws `AnswerTooLargeError`, `NetworkError` and what the
 * deadline throws.
 */
export async function readBody(
  response: Response,
  deadline: Deadline,
  maxAnswerBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = () => readLimited(response, maxAnswerBytes);
  const bytes = await overNetwork("the response body ended early", deadline, read);
  if (bytes) return bytes;
  const { status } = response;
  throw new AnswerTooLargeError(
    deadline.operation,
    `the body of status ${status} has more than ${maxAnswerBytes} bytes`,
    { status, maxAnswerBytes },
  );
}

/**
 * The bytes of a body after content decoding, or `undefined` if there are more than `maxBytes`: then the rest isn't
 * read, and the connection is freed. A larger `Content-Length` ends it before the first byte. Rejects as the body does.
 */
export async function readLimited(
  { body, headers }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader();
  // One growing buffer: a list of pieces would cost hundreds of bytes for each piece, and a piece may be one byte.
  let bytes = new Uint8Array();
  let length = 0;
  for (let end = Number(headers.get("content-length")); !(end > maxBytes); ) {
    const value = (await reader?.read())?.value;
    if (!value) return bytes.slice(0, length);
    end = length + value.length;
    if (end > bytes.length) {
      const old = bytes;
      bytes = new Uint8Array(2 * end);
      bytes.set(old);
    }
    bytes.set(value, length);
    length = end;
  }
  // Not awaited: a body of another `fetch` may never say that it has ended.
  reader?.cancel().catch(() => {});
  return undefined;
}

/** Wraps a response whose body hasn't been touched; with `readItems`, its items can be iterated. */
export function openBinaryBody(
  response: Response,
  {
    deadline,
    maxAnswerBytes: limit,
    readItems,
  }: { deadline: Deadline; maxAnswerBytes: number; readItems: ItemsReader | undefined },
): BinaryBody | StreamBody<unknown> {
  const contentType = response.headers.get("content-type") ?? "";
  const read = async ({
    maxAnswerBytes = limit,
  }: BinaryReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> => {
    deadline.restart();
    try {
      return await readBody(response, deadline, maxAnswerBytes);
    } finally {
      deadline.close();
    }
  };
  return {
    contentType,
    arrayBuffer: async (options) => (await read(options)).buffer,
    blob: async (options) => new Blob([await read(options)], { type: contentType }),
    stream: () => response.body ?? new Blob().stream(),
    async cancel() {
      deadline.close();
      await response.body?.cancel();
    },
    ...(readItems && { [Symbol.asyncIterator]: () => readItems(response, { deadline, maxBytes: limit }) }),
  };
}

/** Frees the connection of a body that won't be read. */
export async function discard(response: Response): Promise<void> {
  // A body that can no longer be cancelled needs no freeing.
  await response.body?.cancel().catch(() => {});
}
