import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionVerification, Protocol } from "@oipkit/runtime/webhook";
import { json } from "../../../reader/text/json.js";
import type { EndpointAnswer, VerificationAnswer } from "./sender-suite.js";

/** What the server knows of a request. */
export type Arrived = Pick<Received, "at" | "query" | "method" | "headers" | "body" | "cut">;

/** Where the answer to a request goes. */
export type EndpointResponse = ServerResponse;

/** Answers a request of one case. */
type EndpointAnswering = (arrived: Arrived, response: ServerResponse) => Promise<void>;

/** The judge's server: one address for each case. */
export interface EndpointServer {
  /** The address of a case's URLs, to which a label is added. */
  readonly caseUrl: (name: string) => string;
  /** Answers the requests to a case's URLs. Returns how to end that; open requests of the case are then aborted. */
  readonly open: (name: string, answering: EndpointAnswering) => () => void;
  readonly close: () => Promise<void>;
}

/** Longest request that is read, in bytes. */
const maxBytes = 4 * 1024 ** 2;

/** Starts the server on a free port of this machine. */
export async function startEndpointServer(): Promise<EndpointServer> {
  const cases = new Map<string, EndpointAnswering>();
  const sockets = new Map<IncomingMessage["socket"], string>();
  const server = createServer((request, response) => {
    const [path = "", query] = (request.url ?? "").split("?", 2);
    const [, name = "", at = ""] = path.split("/");
    sockets.set(request.socket, name);
    const answering = cases.get(name);
    response.on("error", () => {});
    if (answering === undefined) response.writeHead(404, { connection: "close" }).end();
    else
      arrived(request, at, query)
        .then((received) => answering(received, response))
        .catch(() => request.destroy());
  });
  // A sender may send bytes that don't belong to any request; their connection just ends.
  server.on("clientError", (_error, socket) => socket.destroy());
  server.on("connection", (socket) => {
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as { readonly port: number };
  return {
    caseUrl: (name) => `http://127.0.0.1:${port}/${name}/`,
    open(name, answering) {
      cases.set(name, answering);
      return () => {
        cases.delete(name);
        for (const [socket, owner] of sockets) if (owner === name) socket.destroy();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function arrived(request: IncomingMessage, at: string, query: string | undefined): Promise<Arrived> {
  const pieces: Buffer[] = [];
  let length = 0;
  let cut = false;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw new RangeError("the request is too long");
      pieces.push(piece);
    }
  } catch {
    cut = true;
  }
  const { rawHeaders, method = "" } = request;
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => [rawHeaders[index * 2] ?? "", rawHeaders[index * 2 + 1] ?? ""] as const,
  );
  return { at, query, method, headers, body: Buffer.concat(pieces), cut };
}

/** An answer that is ready to be sent. */
interface ReadyAnswer {
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
      if (challenge.toUpperCase() === challenge) return challenge.toLowerCase();
      return challenge.toUpperCase();
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

/** A request that the judge's endpoint has received. */
export interface Received {
  /** Path of the URL, without the part of the case. */
  readonly at: string;
  /** What follows the question mark of the address, if anything. */
  readonly query: string | undefined;
  readonly method: string;
  /** In the order received; a name may occur twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Whether the connection ended before the body was complete. */
  readonly cut: boolean;
  /** The sender's clock when the step began that it came in, in milliseconds. */
  readonly from: number;
  /** And when it ended; the latest known. */
  until: number;
  /** Number of the step, from 1. */
  readonly step: number;
  /** What was answered. */
  response?: {
    readonly status: number;
    readonly body: string;
    readonly headers: readonly (readonly [string, string])[];
  };
  noAnswer?: "timeout" | "closed";
}

/** The values of a header. */
export function headerValues({ headers }: Pick<Received, "headers">, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}
