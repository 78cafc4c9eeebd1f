import { receiverAsker, sendAnswer, unfinishedBodies } from "../adapters/node-exchange.js";
import { answerFetch } from "../ports/answer-fetch.js";
import type { Probe, ProbeListener } from "./probe.js";
import type { Respond } from "./respond.js";

const remedy = "mount the probe before anything that consumes the body without keeping it in `request.body`";

/** Serves a probe to Node's HTTP server. */
export function probeListener(respond: Respond): ProbeListener {
  const unfinished = unfinishedBodies({});
  return (request, response) => {
    const { remoteAddress } = request.socket;
    const target = request.url ?? "/";
    const parsed = parsedBody(request);
    const ask = receiverAsker(
      {
        answer: (incoming) =>
          respond({ ...incoming, target, remoteAddress, ...(parsed && { readBody: () => parsed }) }),
      },
      { unfinished },
      remedy,
    );
    ask(
      request,
      (answer, unread) => sendAnswer(response, answer, unread),
      () => response.destroy(),
    );
  };
}

/** The bytes of a body that a parser of JSON, such as Express's, has already read. */
function parsedBody(request: {
  readonly readableEnded: boolean;
  readonly body?: unknown;
}): Uint8Array | undefined {
  const { body, readableEnded } = request;
  if (!readableEnded || typeof body !== "object" || body === null || body instanceof Uint8Array)
    return undefined;
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Serves a probe to anything that speaks Fetch. */
export function probeHandler(respond: Respond): Probe["handle"] {
  return (request, connection) => {
    const { pathname, search, host } = new URL(request.url);
    return answerFetch(
      (incoming) =>
        respond({
          ...incoming,
          // A server may make its request's URL of the header, or leave the header out.
          header: (name) => incoming.header(name) ?? (name === "host" ? host : null),
          target: pathname + search,
          remoteAddress: connection === undefined ? null : connection.remoteAddress,
        }),
      request,
    );
  };
}
