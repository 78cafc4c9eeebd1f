import type { DeliveryHeaders } from "../wire/headers.js";
import { Refusal } from "./outcome.js";

/** What the handler of a callback receives besides the content. */
export interface CallbackContext extends Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType"> {
  /** Whether the signed event id marks a test. */
  readonly test: boolean;
  /** Aborted when the answer would be too late. */
  readonly signal: AbortSignal;
}

/** Returns the answer to a callback, as JSON; throwing, a late answer or `undefined` is answered as unavailable. */
export type CallbackHandler<Callback> = (callback: Callback, context: CallbackContext) => unknown;

/** Subtracted from the sender's time limit, so that the answer arrives within it. */
const marginMs = 250;

/** A callback, its handler and its time limit. */
interface AnswerCallbackOptions<Callback> {
  readonly handler: CallbackHandler<Callback>;
  readonly callback: Callback;
  readonly context: Omit<CallbackContext, "signal">;
  /** What remains of the sender's time limit, in milliseconds. */
  readonly patienceMs: number;
  /** Status if there is no answer. */
  readonly unavailable: number;
}

/** The JSON text that answers a callback. Throws `Refusal` with `callback-late` or `callback-failed`. */
export async function answerCallback<Callback>(options: AnswerCallbackOptions<Callback>): Promise<string> {
  const { handler, callback, context, unavailable: status } = options;
  const ending = new AbortController();
  const late = new Refusal({ code: "callback-late", status, subject: context.eventType });
  const patience = options.patienceMs > 2 * marginMs ? options.patienceMs - marginMs : options.patienceMs / 2;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late);
      ending.abort(late);
    }, patience);
  });
  try {
    const work = (async () => handler(callback, { ...context, signal: ending.signal }))();
    const text = JSON.stringify(await Promise.race([work, deadline]));
    if (text === undefined) throw new TypeError("the handler returned no JSON value");
    return text;
  } catch (cause) {
    if (cause === late) throw late;
    throw new Refusal({ code: "callback-failed", status, subject: context.eventType, cause });
  } finally {
    clearTimeout(timer);
  }
}
