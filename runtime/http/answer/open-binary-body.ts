import type { Deadline } from "../attempt/deadline.js";
import { overNetwork } from "../attempt/over-network.js";
import type { BinaryBody } from "../operation/binary-body.js";

/** Wraps a response whose body hasn't been touched. */
export function openBinaryBody(response: Response, deadline: Deadline): BinaryBody {
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    deadline.restart();
    try {
      return await overNetwork("the response body ended early", deadline, work);
    } finally {
      deadline.close();
    }
  };
  return {
    contentType: response.headers.get("content-type") ?? "",
    arrayBuffer: () => read(() => response.arrayBuffer()),
    blob: () => read(() => response.blob()),
    stream: () => response.body ?? new Blob().stream(),
    async cancel() {
      deadline.close();
      await response.body?.cancel();
    },
  };
}
