import type { Deadline } from "../attempt/deadline.js";
import { overNetwork } from "../attempt/over-network.js";
import { AnswerTooLargeError } from "../errors.js";
import { readLimited } from "./read-limited.js";

/**
 * Reads a body of at most `maxBytes` within a deadline. Throws `AnswerTooLargeError`, `NetworkError` and what the
 * deadline throws.
 */
export async function readBody(
  response: Response,
  deadline: Deadline,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const read = () => readLimited(response, maxBytes);
  const bytes = await overNetwork("the response body ended early", deadline, read);
  const { status } = response;
  if (!bytes)
    throw new AnswerTooLargeError(
      deadline.operation,
      `the body of status ${status} has more than ${maxBytes} bytes (\`maxAnswerBytes\`)`,
      { status, maxBytes },
    );
  return bytes;
}
