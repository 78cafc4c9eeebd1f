import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionVerification, Protocol } from "@oipkit/runtime/webhook";
import { json } from "../../../../reader/text/json.js";
import type { EndpointAnswer, VerificationAnswer } from "../suite/endpoint-answer.js";
import type { Received } from "./received.js";

/** An answer that is ready to be sent. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to a delivery or a callback: by default as a correct receiver gives it. */
export function deliveryAnswer(
  { status, headers = {}, body = "", redirect }: EndpointAnswer,
  { responses }: Pick<Protocol, "responses">,
  elsewhere: string,
): ReadyAnswer {
  const location = redirect === true ? { location: elsewhere } : {};
  return { status: status ?? responses.accepted, headers: { ...location, ...headers }, body };
}

/** The answer to a connection verification with this challenge. */
export function verificationAnswer(
  answer: VerificationAnswer,
  { property, scheme, challenge }: { property: string; scheme: ConnectionVerification; challenge: string },
  elsewhere: string,
): ReadyAnswer {
  const {
    status = scheme.status,
    headers = {},
    extra = {},
    contentType = "application/json",
    redirect,
  } = answer;
  const echoed = answer.challenge === "absent" ? {} : { [property]: returned(answer.challenge, challenge) };
  const text = answer.body ?? json({ ...echoed, ...extra });
  return {
    status,
    headers: {
      ...(contentType !== "none" && { "content-type": contentType }),
      ...(redirect === true && { location: elsewhere }),
      ...headers,
    },
    body: text + " ".repeat(Math.max(0, (answer.bodyBytes ?? 0) - Buffer.byteLength(text))),
  };
}

function returned(deviation: VerificationAnswer["challenge"], challenge: string): unknown {
  switch (deviation) {
    case "altered":
      return `${challenge.slice(0, -1)}${challenge.endsWith("x") ? "y" : "x"}`;
    case "other-case":
      return challenge.toUpperCase() === challenge ? challenge.toLowerCase() : challenge.toUpperCase();
    case "empty":
      return "";
    case "listed":
      return [challenge];
    case "number":
      return 1;
    default:
      return challenge;
  }
}

/** Sends an answer with its faults, and notes in the record what was sent. */
export async function sendAnswer(
  ready: ReadyAnswer,
  { fault, afterMs = 0 }: EndpointAnswer,
  { response, received }: { readonly response: ServerResponse; readonly received: Received },
): Promise<void> {
  if (fault === "hang") {
    received.noAnswer = "timeout";
    return;
  }
  if (fault === "reset") {
    received.noAnswer = "closed";
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault === "garbage") {
    received.noAnswer = "closed";
    response.socket?.end("this is not HTTP\r\n\r\n");
    return;
  }
  if (afterMs > 0) await sleep(afterMs);
  const { status, headers, body } = ready;
  received.response = { status, headers: Object.entries(headers), body };
  if (fault === "cut") {
    response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body) + 100) });
    response.write(body);
    setImmediate(() => response.socket?.destroy());
    return;
  }
  // 204 and 304 have no body; Node refuses a length for them.
  const sized = status === 204 || status === 304 ? {} : { "content-length": String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...sized }).end(body);
}
