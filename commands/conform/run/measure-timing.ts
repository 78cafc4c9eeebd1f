import { AnswerTooLarge, SubjectUnreachable } from "../errors.js";
import { isTooLarge, NoAnswer, type Send } from "../exchange/send.js";
import type { Timing } from "../result.js";

/** Where and how to measure the round trip. */
interface TimingOptions {
  readonly url: string;
  readonly send: Send;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

const samples = 5;
/** Added however fast the network is: a busy machine may wake a process this late. */
const leastToleranceMs = 100;

/**
 * Measures the round trip to a subject, with requests that cause no work. Rejects with
 * `SubjectUnreachable` if the subject doesn't answer, and with `AnswerTooLarge` if an answer is longer than `maxAnswerBytes`.
 */
export async function measureTiming(options: TimingOptions): Promise<Timing> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    // The first request of a connection includes the time to connect, so it is not a sample.
    if (sample === 0) await ping(options);
    times.push(await ping(options));
  }
  times.sort((a, b) => a - b);
  const roundTripMs = Math.round((times[Math.floor(samples / 2)] ?? 0) * 10) / 10;
  return { roundTripMs, toleranceMs: Math.max(leastToleranceMs, Math.ceil(roundTripMs * 3)) };
}

async function ping({ url, send, timeoutMs, maxAnswerBytes }: TimingOptions): Promise<number> {
  const request = { url, method: "GET", headers: [], body: new Uint8Array(), timeoutMs, maxAnswerBytes };
  for (const newConnection of [false, true]) {
    try {
      return (await send({ ...request, newConnection })).elapsedMs;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      if (isTooLarge(cause.kind)) throw new AnswerTooLarge(url, maxAnswerBytes, { cause });
      if (!cause.reused) throw new SubjectUnreachable(url, { cause });
    }
  }
  throw new SubjectUnreachable(url, {});
}
