import type { IncomingMessage } from "node:http";
import type { Contracts } from "../../../reader/documents/contracts.js";
import {
  belowBase,
  type FoundOperation,
  type MockOperation,
  operationFinder,
  operationsIn,
} from "../contract/operations.js";
import { mockSchemas } from "../contract/schemas.js";
import type { ServedAnswer } from "../create-server.js";
import { finding, type MockFinding, type RequestRefusal, unchecked } from "../exchange.js";
import {
  checkRequest,
  type RequestVerdict,
  refusalFinding,
  targetRefusal,
  unroutableRefusal,
} from "../request/check-request.js";
import { requestHeaders } from "../request/headers.js";
import { readTarget } from "../request/target.js";
import { forward, type Passing } from "./forward.js";
import { announcesBody, type Kept, type KeptBody, keepBody } from "./kept-body.js";
import { passAnswer, refuse } from "./pass-answer.js";
import { tunnel } from "./tunnel.js";
import type { Upstream } from "./upstream.js";

/** How a proxy treats what it finds. */
export interface ProxyOptions {
  readonly upstream: Upstream;
  /** Whether violations are answers, not only findings: a wrong request isn't forwarded, and a wrong answer becomes 502. */
  readonly errors: boolean;
  readonly strict: boolean;
  /** Most of a body that is judged, in bytes; larger ones pass all the same. */
  readonly maxBodyBytes: number;
}

/** Forwards requests to a real server, and compares them and their answers with a contract. */
export interface ContractProxy {
  /** How many operations the contract has. */
  readonly operations: number;
  /**
   * Answers one request. What is found is reported once the exchange is over; of a stream, item by item, with the same request. Resolves
   * when all is judged.
   */
  readonly serve: (passing: Passing, report: (served: ServedAnswer) => void) => Promise<void>;
}

/** A proxy before a real server. Headers, bodies and trailers pass as they are, those of one connection excepted. */
export function createProxy(contracts: Contracts, options: ProxyOptions): ContractProxy {
  const { upstream, errors, strict, maxBodyBytes } = options;
  const operations = operationsIn(contracts);
  const find = operationFinder(operations);
  const checking = { schemas: mockSchemas(contracts), strict, maxBytes: maxBodyBytes, isForwarded: true };

  const judgeRequest = async (
    routed: Routed,
    request: IncomingMessage,
    body: Kept,
  ): Promise<RequestVerdict> => {
    const { found, query, path } = routed;
    const received = {
      method: request.method ?? "",
      target: request.url ?? "",
      headers: requestHeaders(request),
    };
    if (found.kind !== "operation") {
      const refusal = unroutableRefusal(found, received, path);
      // Servers answer it, though contracts seldom say so.
      if (request.method === "OPTIONS") return { findings: [], refusal: undefined };
      return { findings: [refusalFinding(refusal)], refusal };
    }
    if (body.kind === "aborted") return { findings: [], refusal: undefined };
    const bytes = body.kind === "whole" ? body.bytes : undefined;
    const { operation, parameters } = found;
    return checkRequest({ operation, path: parameters, query, request: received, bytes }, checking);
  };

  const serve: ContractProxy["serve"] = async (passing, report) => {
    const { request, response } = passing;
    const routed = route(find, request);
    const operation = routed?.found.kind === "operation" ? routed.found.operation : undefined;
    const served = (findings: readonly MockFinding[]): void => {
      const { method = "GET", url: target = "/" } = request;
      if (findings.length > 0)
        report({ method, target, operation: operation?.id, status: response.statusCode, findings });
    };
    if (routed === undefined) {
      await refuse(passing, targetRefusal);
      return served([refusalFinding(targetRefusal)]);
    }
    const body = keptRequest(passing, { most: maxBodyBytes, hold: errors });
    const judged = body.settled.then((kept) => judgeRequest(routed, request, kept));
    // It is awaited later, which is too late for Node.js.
    judged.catch(() => {});
    if (errors) {
      const { refusal, findings } = await judged;
      if (refusal !== undefined) {
        await refuse(passing, refusal);
        return served(findings);
      }
    }
    const held = errors ? { held: body.pieces } : {};
    const forwarded = await forward(passing, { upstream, path: routed.forwarded, ...held });
    switch (forwarded.kind) {
      case "gone":
        return served((await judged).findings);
      case "failed": {
        await refuse(passing, forwarded.refusal);
        return served([...(await judged).findings, failure(forwarded.refusal)]);
      }
      case "tunnel":
        response.statusCode = 101;
        served([...(await judged).findings, ...tunnelled(operation, request)]);
        return tunnel(passing, forwarded);
      case "answer":
        return passAnswer(passing, forwarded.answer, {
          operation,
          checking,
          errors,
          idleMs: upstream.idleMs,
          judged,
          served,
        });
    }
  };
  return { operations: operations.length, serve };
}

/** A request whose target was read. */
interface Routed {
  readonly found: FoundOperation;
  readonly path: string;
  readonly query: string;
  /** Path and query below the base URL of the real server. */
  readonly forwarded: string;
}

function route(
  find: ReturnType<typeof operationFinder>,
  { method = "GET", url = "/" }: IncomingMessage,
): Routed | undefined {
  const target = readTarget(url);
  if (target === undefined) return undefined;
  const { path, query } = target;
  const found = find(method, path);
  const search = query === "" ? "" : `?${query}`;
  const below = found.kind === "operation" ? belowBase(path, found.base) : path;
  return { found, path, query, forwarded: `${below}${search}` };
}

/** The body of a request as it passes, or waits to be judged. */
function keptRequest(
  { request, response, upgrade }: Passing,
  keeping: { readonly most: number; readonly hold: boolean },
): KeptBody {
  if (upgrade !== undefined || !announcesBody(request))
    return { settled: Promise.resolve({ kind: "whole", bytes: new Uint8Array() }), pieces: [] };
  // Nobody asks the real server before the request is judged.
  if (keeping.hold && request.headers.expect?.toLowerCase() === "100-continue") response.writeContinue();
  return keepBody(request, keeping);
}

/** No answer of the server is a finding about it; a client that is late has no answer either. */
function failure({ code, detail: message }: RequestRefusal): MockFinding {
  const side = code === "request-late" ? "request" : "answer";
  const help =
    side === "request"
      ? "Send the whole body, or raise --timeout."
      : "Check the URL of --proxy, and that the server runs.";
  return finding({ side, in: "status" }, { code, message, help });
}

function tunnelled(
  operation: MockOperation | undefined,
  { headers }: IncomingMessage,
): readonly MockFinding[] {
  if (operation === undefined) return [];
  const protocol = (headers.upgrade ?? "").slice(0, 60);
  return [unchecked({ side: "answer", in: "body" }, `the connection goes on in \`${protocol}\``)];
}
