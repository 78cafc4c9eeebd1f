import type { Deadline } from "../attempt/deadline.js";
import type { BinaryBody } from "../operation/binary-body.js";
import { readBody } from "./read-body.js";

/** Wraps a response whose body hasn't been touched; `limit` is the one of the call, in bytes. */
export function openBinaryBody(response: Response, deadline: Deadline, limit: number): BinaryBody {
  const contentType = response.headers.get("content-type") ?? "";
  const read = async (maxBytes = limit): Promise<Uint8Array<ArrayBuffer>> => {
    deadline.restart();
    try {
      return await readBody(response, deadline, maxBytes);
    } finally {
      deadline.close();
    }
  };
  return {
    contentType,
    async arrayBuffer({ maxBytes } = {}) {
      const { buffer, byteLength } = await read(maxBytes);
      return buffer.slice(0, byteLength);
    },
    blob: async ({ maxBytes } = {}) => new Blob([await read(maxBytes)], { type: contentType }),
    stream: () => response.body ?? new Blob().stream(),
    async cancel() {
      deadline.close();
      await response.body?.cancel();
    },
  };
}
