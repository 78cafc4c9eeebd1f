import type { Deadline } from "../attempt/deadline.js";
import type { BinaryBody, BinaryReadOptions, StreamBody } from "../operation/binary-body.js";
import type { ItemsReader } from "../operation/operation-descriptor.js";
import { readBody } from "./read-body.js";

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
