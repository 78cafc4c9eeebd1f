import type { ServerResponse } from "node:http";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { type AdapterOptions, faultReporter } from "./adapter.js";
import { BodyAlreadyParsed } from "./body-already-parsed.js";
import { dropBody, type NodeRequest, readNodeBody } from "./node-body.js";
import { RequestAborted } from "./request-aborted.js";

/** Options of adapters for Node's requests. */
export interface NodeAdapterOptions extends AdapterOptions {
  /** How long a sender may pause within its body, in milliseconds. Default: as long as the server allows. */
  readonly bodyIdleTimeoutMs?: number | undefined;
}

/** Every name of `NodeAdapterOptions`. */
export const nodeAdapterOptionNames = ["onFault", "bodyIdleTimeoutMs"] as const;

/** Passes a request of Node's HTTP server to a receiver; `failed` is called if the receiver rejects. */
export type AskReceiver = (
  request: NodeRequest,
  answered: (answer: Answer) => void,
  failed: (cause: unknown) => void,
) => void;

/** Prepares the function from Node's request to a receiver's answer; `remedy` is the advice if the body was parsed before. */
export function receiverAsker(
  receiver: AnsweringReceiver,
  options: NodeAdapterOptions,
  remedy: string,
): AskReceiver {
  const report = faultReporter(options);
  const { bodyIdleTimeoutMs: idleTimeoutMs } = options;
  const ask: AskReceiver = (request, answered, failed) => {
    const { headers } = request;
    let abandoned = false;
    const told = (fault: unknown): never => {
      if (fault instanceof BodyAlreadyParsed) report(fault);
      abandoned = fault instanceof RequestAborted;
      throw fault;
    };
    receiver
      .answer({
        method: request.method ?? "",
        header: (name) => headerValue(headers[name]),
        readBody(limit) {
          try {
            const body = readNodeBody(request, { limit, remedy, idleTimeoutMs });
            return body instanceof Promise ? body.catch(told) : body;
          } catch (fault) {
            return told(fault);
          }
        },
      })
      .then((answer) => {
        // The rest of this body never arrives, so don't wait for it.
        if (abandoned) answered({ ...answer, headers: { ...answer.headers, connection: "close" } });
        else if (answer.headers.connection !== "close") answered(answer);
        else return dropBody(request).then(() => answered(answer));
      })
      .catch(failed);
  };
  let arrived: Parameters<AskReceiver>[] = [];
  const askAll = (): void => {
    const taken = arrived;
    arrived = [];
    for (const each of taken) {
      try {
        ask(...each);
      } catch (cause) {
        each[2](cause);
      }
    }
  };
  // Most bodies arrive with their headers: at the end of this turn of the event loop they are complete, and answers
  // that need no waiting go out together, which wakes a sender of many requests only once.
  return (request, answered, failed) => {
    if (arrived.push([request, answered, failed]) === 1) setImmediate(askAll);
  };
}

function headerValue(value: string | string[] | undefined): string | null {
  return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
}

/** Writes an answer, unless the request has been answered elsewhere or the sender is gone. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  // The answer to almost every delivery.
  if (status === 204 && isEmpty(headers)) {
    response.writeHead(status).end();
    return;
  }
  // Connection headers don't exist in HTTP/2, and Node would warn about one.
  const { connection, ...rest } = headers;
  const closing = connection !== undefined && response.req.httpVersionMajor < 2 ? { connection } : {};
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...rest, ...closing, ...length });
  response.end(body);
}

function isEmpty(headers: Answer["headers"]): boolean {
  for (const _ in headers) return false;
  return true;
}
