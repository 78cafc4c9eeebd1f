import type { ServerResponse } from "node:http";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { type AdapterOptions, faultReporter } from "./adapter.js";
import { BodyAlreadyParsed } from "./body-already-parsed.js";
import { dropBody, type NodeRequest, readNodeBody } from "./node-body.js";
import { RequestAborted } from "./request-aborted.js";

/** What adapters of Node's requests may be given. */
export interface NodeAdapterOptions extends AdapterOptions {
  /** How long a sender may fall silent within its body, in milliseconds. Default: as long as the server lets it. */
  readonly bodyIdleTimeoutMs?: number | undefined;
}

/** Every name of `NodeAdapterOptions`. */
export const nodeAdapterOptionNames = ["onFault", "bodyIdleTimeoutMs"] as const;

/** Asks a receiver about a request of Node's HTTP server; `failed` is told where the receiver rejects. */
export type AskReceiver = (
  request: NodeRequest,
  answered: (answer: Answer) => void,
  failed: (cause: unknown) => void,
) => void;

/** Prepares the way from Node's request to a receiver's answer; `remedy` is for a body that was parsed before. */
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
        // There is nothing to wait for in the rest of a body that doesn't come.
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
  // Most bodies come along with their headers: at the end of this turn of the event loop they are there in whole, and
  // what is answered at once is answered in one go, which wakes a sender of many once.
  return (request, answered, failed) => {
    if (arrived.push([request, answered, failed]) === 1) setImmediate(askAll);
  };
}

function headerValue(value: string | string[] | undefined): string | null {
  return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
}

/** Writes an answer, unless somebody else has answered or the sender is gone. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  // The answer to almost every delivery.
  if (status === 204 && isEmpty(headers)) {
    response.writeHead(status).end();
    return;
  }
  // A header of the connection has no place in HTTP/2, where Node would warn of it.
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
