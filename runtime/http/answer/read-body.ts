import type { Deadline } from "../attempt/deadline.js";
import { overNetwork } from "../attempt/over-network.js";
import { AnswerTooLargeError } from "../errors.js";
import { readLimited } from "./read-limited.js";

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
