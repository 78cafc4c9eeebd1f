import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { closeServer, listen as listenOn } from "@oipkit/runtime/adapters/node-server";
import {
  type AccessRules,
  createAccessRules,
  type Denial,
  findDenial,
  type Room,
  readPlace,
  refuse,
} from "./access.js";
import { enterConsole, hasEntered } from "./console-entry.js";
import { type FaultEffect, type Faults, suffer } from "./faults.js";
import { answerBy, BodyTooLarge, type FetchHandler } from "./fetch-listener.js";

/** What the server serves. A room that isn't there answers 404. */
export interface Rooms {
  /** Gets its requests with their whole path, such as `/identity/sandbox/token`. */
  readonly identity?: RequestListener | undefined;
  readonly api?: FetchHandler | undefined;
  /** Gets its requests with the path below `/_sandbox`. */
  readonly control?: FetchHandler | undefined;
  /** Gets its requests with their whole path: `/`, and what is below `/console`. */
  readonly console?: FetchHandler | undefined;
}

/** What a server is made of. */
export interface SandboxServerOptions {
  readonly faults: Faults;
  /** Of the control. */
  readonly token: string;
  /** Names by which the server may be asked besides its own address, such as `sandbox.test` or `sandbox.test:8787`. */
  readonly hosts?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Told of a failure that its client sees only as 500. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/** The sandbox's HTTP server. */
interface SandboxServer {
  /** Starts to listen, and resolves to the origin; 0 picks a free port. The rooms come after it, since they need the origin. */
  readonly listen: (address: { readonly port: number; readonly host?: string }) => Promise<string>;
  /** Begins to serve; until then every request is answered with 503. */
  readonly serve: (rooms: Rooms) => void;
  /** Accepts no more connections, and waits until pending requests are answered, at most `graceMs` (default: 2,000). */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
}

/** A server that isn't listening. */
export function createSandboxServer(options: SandboxServerOptions): SandboxServer {
  const limits = { ...usualLimits, ...options.limits };
  let rooms: Rooms | undefined;
  let rules: AccessRules | undefined;
  const closing = new AbortController();
  // Each open stream listens to it; their number is that of the connections, which is limited.
  setMaxListeners(0, closing.signal);
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => {
      if (closing.signal.aborted) response.setHeader("connection", "close");
      if (rooms === undefined || rules === undefined) return refuse(response, starting);
      answer({ request, response, rooms, rules, limits, options, closing: closing.signal }).catch(
        (failure: unknown) => {
          if (failure instanceof BodyTooLarge) return refuse(response, tooLarge);
          if (request.destroyed && !request.complete) return response.destroy();
          options.onFailure?.(failure);
          refuse(response, failed);
        },
      );
    },
  );
  server.maxConnections = limits.maxConnections;
  return {
    async listen({ port, host = "127.0.0.1" }) {
      const bound = await listenOn(server, { port, host });
      rules = createAccessRules({ ...options, host, port: bound });
      return rules.origins[0] ?? "";
    },
    serve(given) {
      rooms = given;
    },
    close({ graceMs = 2000 } = {}) {
      closing.abort();
      return closeServer(server, graceMs);
    },
  };
}

const starting: Denial = { status: 503, code: "starting", message: "the sandbox is starting" };
const tooLarge: Denial = { status: 413, code: "body-too-large", message: "the body is too large" };
const failed: Denial = { status: 500, code: "failed", message: "the sandbox failed; its log says why" };
const malformed: Denial = { status: 400, code: "address-malformed", message: "the address must be a path" };
const unanswered: Denial = { status: 501, code: "method-unknown", message: "this method isn't served" };
const nothing: Denial = { status: 404, code: "path-unknown", message: "nothing is served at this path" };

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface Work {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly rooms: Rooms;
  readonly rules: AccessRules;
  readonly limits: ServerLimits;
  readonly options: SandboxServerOptions;
  readonly closing: AbortSignal;
}

async function answer(work: Work): Promise<void> {
  const { request, response, rooms, rules, limits, options, closing } = work;
  const { headers, method = "GET", url = "/" } = request;
  if (!methods.includes(method)) return refuse(response, unanswered);
  if (!url.startsWith("/")) return refuse(response, malformed);
  // The root itself leads to the Console; everything else that has no room of its own is the API's.
  const isRoot = url === "/" && rooms.console !== undefined;
  const { room, rest } = isRoot ? ({ room: "console", rest: url } as const) : readPlace(url);
  const site = headers["sec-fetch-site"];
  const asked = {
    room,
    method,
    // Node.js hands over the first of several, which another program may read otherwise.
    host: request.headersDistinct.host?.length === 1 ? headers.host : undefined,
    origin: headers.origin,
    authorization: headers.authorization,
    hasEntered: hasEntered(rules, headers.cookie),
    isNavigation: method === "GET" && headers["sec-fetch-mode"] === "navigate",
  };
  const denial = findDenial(rules, { ...asked, site: typeof site === "string" ? site : undefined });
  if (denial?.code === "token-missing" && room === "console") {
    const { isNavigation } = asked;
    return enterConsole({ request, response, rules, path: rest, denial, isNavigation });
  }
  if (denial !== undefined) return refuse(response, denial);
  const served = rooms[room];
  if (served === undefined) return refuse(response, nothing);
  const effect = effectOn(options.faults, { room, method, path: rest });
  if (effect !== undefined && !(await suffer(effect, response))) return;
  if (room === "identity") {
    (served as RequestListener)(request, response);
    return;
  }
  const isSnapshot = room === "control" && rest === "/snapshot";
  const maxBodyBytes = isSnapshot ? limits.maxSnapshotBytes : limits.maxBodyBytes;
  const address = `${rules.origins[0]}${rest}`;
  await answerBy(served as FetchHandler, { request, response, url: address, maxBodyBytes, closing });
}

function effectOn(
  faults: Faults,
  { room, method, path }: { readonly room: Room; readonly method: string; readonly path: string },
): FaultEffect | undefined {
  if (room === "api" || room === "identity") return faults.effectOn({ target: room, method, path });
  return undefined;
}

/** What one client may cost. Times are in milliseconds of the real time, sizes in bytes. */
interface ServerLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  /** Of a snapshot that is restored. */
  readonly maxSnapshotBytes: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** As much as a laptop's tools need, and no more (guessed). */
const usualLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 1024 * 1024,
  maxSnapshotBytes: 512 * 1024 * 1024,
  maxConnections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
};
