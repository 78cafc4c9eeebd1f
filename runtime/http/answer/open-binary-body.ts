import type { Deadline } from "../attempt/deadline.js";
import type { BinaryBody, BinaryReadOptions } from "../operation/binary-body.js";
import { readBody } from "./read-body.js";

/** Wraps a response whose body hasn't been touched; `limit` is the one of the call, in bytes. */
export function openBinaryBody(response: Response, deadline: Deadline, limit: number): BinaryBody {
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
  };
}
