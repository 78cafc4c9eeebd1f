import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnsweringReceiver } from "../ports/answer.js";
import { receiverAsker, sendAnswer } from "./node-exchange.js";
import { assertNodeOptions, type NodeAdapterOptions } from "./node-options.js";

export type { AnsweringReceiver } from "../ports/answer.js";
export { type AbortReason, RequestAborted } from "../ports/request-body.js";
export { AdapterMisconfigured, BodyAlreadyParsed } from "./adapter.js";
export type { NodeAdapterOptions } from "./node-options.js";

/** A request listener of Node's `http`, `https` and `http2` (compatibility API). */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

const remedy =
  "call the listener before anything that parses or consumes the body, or keep the bytes in `request.rawBody`";

/**
 * A listener for Node's `http.createServer` that passes the raw bytes to the receiver: those of the stream, or those that
 * a platform kept as `request.rawBody`. Throws `AdapterMisconfigured` for an unknown option or an invalid limit.
 */
export function toNodeListener(receiver: AnsweringReceiver, options: NodeAdapterOptions = {}): NodeListener {
  assertNodeOptions(options);
  const ask = receiverAsker(receiver, options, remedy);
  return (request, response) => {
    ask(
      request,
      (answer, unread) => sendAnswer(response, answer, unread),
      () => response.destroy(),
    );
  };
}
