import { AnswerTooLarge, SubjectUnreachable } from "../errors.js";
import { isTooLarge, NoAnswer, type NoAnswerKind, type Send } from "../exchange/send.js";
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
/** Three round trips of a satellite link. If an answer takes longer than that, it is the receiver that is slow, not the network. */
const mostToleranceMs = 2000;
/** More samples of such an answer would take longer than they are worth. */
const slowMs = 1000;

/**
 * Measures the round trip to a subject, with requests that cause no work. Rejects with
 * `SubjectUnreachable` if the subject doesn't answer, and with `AnswerTooLarge` if an answer is longer than `maxAnswerBytes`.
 */
export async function measureTiming(options: TimingOptions): Promise<Timing> {
  // The first request of a connection includes the time to connect, so it is a sample only if that doesn't matter.
  const first = await ping(options);
  const times: number[] = first > slowMs ? [first] : [];
  while (first <= slowMs && times.length < samples) times.push(await ping(options));
  times.sort((a, b) => a - b);
  const roundTripMs = Math.round((times[Math.floor(times.length / 2)] ?? 0) * 10) / 10;
  const threeMs = Math.ceil(roundTripMs * 3);
  return { roundTripMs, toleranceMs: Math.min(mostToleranceMs, Math.max(leastToleranceMs, threeMs)) };
}

async function ping({ url, send, timeoutMs, maxAnswerBytes }: TimingOptions): Promise<number> {
  const request = { url, method: "GET", headers: [], body: new Uint8Array(), timeoutMs, maxAnswerBytes };
  for (const newConnection of [false, true]) {
    try {
      return (await send({ ...request, newConnection })).elapsedMs;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      // It listens, and may still answer deliveries as it should.
      if (cause.kind === "unfinished") return timeoutMs;
      if (isTooLarge(cause.kind)) throw new AnswerTooLarge(url, maxAnswerBytes, { cause });
      if (!cause.reused) throw new SubjectUnreachable(url, { cause });
    }
  }
  throw new SubjectUnreachable(url, {});
}

/** Why a request that causes no work gets no answer on a new connection; `undefined` if anything that is HTTP comes back. */
export async function answerLack(options: TimingOptions): Promise<NoAnswerKind | undefined> {
  const { send, ...rest } = options;
  try {
    await send({ ...rest, method: "GET", headers: [], body: new Uint8Array(), newConnection: true });
    return undefined;
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    const { kind } = cause;
    if (kind === "unfinished" || isTooLarge(kind) || kind === "malformed") return undefined;
    return kind;
  }
}
