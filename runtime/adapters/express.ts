import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnsweringReceiver } from "../ports/answer.js";
import { receiverAsker, sendAnswer } from "./node-exchange.js";
import { assertNodeOptions, type NodeAdapterOptions } from "./node-options.js";

export type { AnsweringReceiver } from "../ports/answer.js";
export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { NodeAdapterOptions as ExpressAdapterOptions } from "./node-options.js";

/** A handler of Express 4 and 5. */
export type ExpressHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const remedy =
  "mount the receiver before `express.json()` and other body parsers, or add `express.raw({ type: () => true })` before it";

/**
 * A handler for `app.all(path, …)`, so that methods other than POST get their 405 too. Takes the raw bytes from the
 * stream, from `express.raw()`, or from `request.rawBody` if a parser's `verify` kept them; refuses a parsed body with
 * `BodyAlreadyParsed`. Throws `AdapterMisconfigured` for an unknown option or an invalid limit.
 */
export function toExpressHandler(
  receiver: AnsweringReceiver,
  options: NodeAdapterOptions = {},
): ExpressHandler {
  assertNodeOptions(options);
  const ask = receiverAsker(receiver, options, remedy);
  return (request, response, next) =>
    ask(request, (answer, unread) => sendAnswer(response, answer, unread), next);
}
