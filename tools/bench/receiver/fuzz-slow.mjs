import { protocol } from "@oipkit/sdk/events/protocol.js";
import { cutBytes } from "./fuzz-framing.mjs";
import { exchangeRaw } from "./raw-socket.mjs";

const { accepted, unavailable } = protocol.responses;
/** How many slow senders there are at once. */
const senders = 64;
/** What a server answers whose patience ends, or that hangs up. */
const outOfPatience = new Set([0, 400, 408, unavailable]);

/** Limits of the server for slow senders, in milliseconds; short, so that a run doesn't wait for them long. */
export const slowLimits = { bodyIdleTimeoutMs: 400, headersTimeoutMs: 1000, requestTimeoutMs: 3000 };

/**
 * Sends requests slowly: piece by piece with pauses, or only their beginning. Returns the answers, the number of requests
 * that may have been stored, and the first wrong answer.
 * @param {{ readonly port: number, readonly count: number,
 *   readonly makeRequest: (index: number) => { readonly random: import("./random.mjs").Random, readonly request: object },
 *   readonly isDocumented: (status: number, request: object) => boolean }} options
 */
export async function sendSlowly({ port, count, makeRequest, isDocumented }) {
  const counts = new Map();
  let [next, mayBeStored, failure] = [0, 0, undefined];
  async function send() {
    while (next < count && failure === undefined) {
      const index = next++;
      const { random, request } = makeRequest(index);
      const { bytes } = request;
      const stalls = random.chance(0.2);
      const end = stalls ? random.below(bytes.length) : bytes.length;
      const most = Math.ceil(bytes.length / 20);
      const pieces = cutBytes(bytes.subarray(0, end), () => 1 + 2 * random.below(most));
      const status = await exchangeRaw(port, pieces, () => wait(1 + random.below(20)));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      // Spoiled bytes may hold a right delivery with rubbish behind it, and the parser's answer to that comes first.
      if (status === accepted || request.isMalformed) mayBeStored++;
      const isRight = isDocumented(status, request) || outOfPatience.has(status);
      // Bytes behind a malformed request may be all that is missing.
      const isAcceptedEarly = stalls && status === accepted && !request.isMalformed;
      if (!isRight || isAcceptedEarly) failure = { index, status, stalls, request };
    }
  }
  await Promise.all(Array.from({ length: senders }, send));
  return { counts, mayBeStored, failure };
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
