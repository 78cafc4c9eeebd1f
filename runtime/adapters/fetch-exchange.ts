import { type AnsweringReceiver, answerFetch } from "../ports/answer.js";
import {
  type AdapterOptions,
  BodyAlreadyParsed,
  type BodyPaceOptions,
  faultReporter,
  readStreamOptions,
} from "./adapter.js";

/** A receiver, and a way to finish the work it has accepted. */
export interface DrainingReceiver extends AnsweringReceiver {
  /** Resolves when the pending work of the inbox is done, as far as possible now. */
  readonly drain?: (() => Promise<unknown>) | undefined;
}

/** Options of adapters for Fetch requests. */
export interface FetchAdapterOptions extends AdapterOptions, BodyPaceOptions {
  /** Keeps the process alive until the promise settles. Handlers run in it after the answer. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/**
 * Prepares the function from a Fetch request to a response. The function never rejects. Throws `AdapterMisconfigured`
 * for an invalid limit.
 */
export function answerRequest(
  receiver: DrainingReceiver,
  options: AdapterOptions & BodyPaceOptions,
  remedy: string,
): (request: Request, waitUntil?: FetchAdapterOptions["waitUntil"]) => Promise<Response> {
  const report = faultReporter(options);
  const reading = readStreamOptions(options);
  return async (request, waitUntil) => {
    const response = await answerFetch(
      (incoming) => {
        const { bodyUsed } = request;
        if (!bodyUsed) return receiver.answer(incoming);
        const fault = new BodyAlreadyParsed(remedy);
        return receiver.answer({
          ...incoming,
          readBody: () => {
            report(fault);
            return Promise.reject(fault);
          },
        });
      },
      request,
      reading,
    );
    if (response.ok && receiver.drain !== undefined) {
      waitUntil?.(
        receiver.drain().catch((cause) => report(cause instanceof Error ? cause : new Error(String(cause)))),
      );
    }
    return response;
  };
}
