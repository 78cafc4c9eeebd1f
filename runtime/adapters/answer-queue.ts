import type { ServerResponse } from "node:http";
import type { Answer } from "../webhook/answer.js";
import { sendAnswer } from "./node-exchange.js";

/** Writes an answer soon: within this turn of the event loop. */
export type AnswerQueue = (response: ServerResponse, answer: Answer) => void;

/**
 * A queue that writes the answers of one turn of the event loop one behind the other at its end. Under load a sender
 * that is woken once for many answers costs less than one that is woken for each.
 */
export function createAnswerQueue(): AnswerQueue {
  let queued: { readonly response: ServerResponse; readonly answer: Answer }[] = [];
  const flush = (): void => {
    const written = queued;
    queued = [];
    for (const { response, answer } of written) {
      try {
        sendAnswer(response, answer);
      } catch {
        response.destroy();
      }
    }
  };
  return (response, answer) => {
    if (queued.push({ response, answer }) === 1) setImmediate(flush);
  };
}
