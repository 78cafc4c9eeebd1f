import type { DeliveryHeaders } from "../wire/headers.js";
import { Refusal } from "./refusal.js";

/** What the answerer of a callback is told beside its content. */
export interface CallbackContext extends Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType"> {
  /** Whether the signed event id marks a test. */
  readonly test: boolean;
  /** Aborted when the answer would come too late. */
  readonly signal: AbortSignal;
}

/** Gives the answer to a callback, as JSON; to throw, to be late or to give `undefined` is answered as unavailable. */
export type CallbackHandler<Callback> = (callback: Callback, context: CallbackContext) => unknown;

/** Taken off the sender's patience, so that the answer arrives within it. */
const marginMs = 250;

/** A callback, and who answers it by when. */
export interface AnswerCallbackOptions<Callback> {
  readonly handler: CallbackHandler<Callback>;
  readonly callback: Callback;
  readonly context: Omit<CallbackContext, "signal">;
  /** What is left of the sender's patience, in milliseconds. */
  readonly patienceMs: number;
  /** Status where there is no answer. */
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
    if (text === undefined) throw new TypeError("the handler gave no JSON value");
    return text;
  } catch (cause) {
    if (cause === late) throw late;
    throw new Refusal({ code: "callback-failed", status, subject: context.eventType, cause });
  } finally {
    clearTimeout(timer);
  }
}
