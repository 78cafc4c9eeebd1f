import { isLoopback } from "../http/http-url.js";
import type { Answer, IncomingRequest } from "../ports/answer.js";
import { RequestAborted } from "../ports/request-body.js";
import { answerOperation, type ProbeAnswer, type ProbeState, problem, readOperation } from "./answers.js";
import type { ProbeOptions } from "./probe.js";

/** A request to a probe. */
interface ProbeRequest extends IncomingRequest, Pick<ProbeSender, "remoteAddress"> {
  /** The path with its query, as received. */
  readonly target: string;
}

/** Answers requests to a probe. Never rejects. */
export type Respond = (request: ProbeRequest) => Promise<Answer>;

/** The function that answers requests, as the options allow. */
export function responder<Transaction>(
  state: ProbeState<Transaction>,
  options: Pick<ProbeOptions, "peers" | "hosts"> & { readonly onFault: (fault: unknown) => void },
): Respond {
  const answer = async (request: ProbeRequest): Promise<ProbeAnswer> => {
    const refusal = refusalReason(request, options);
    if (refusal !== undefined) return problem(403, refusal);
    const operation = readOperation(request.method, request.target);
    if (operation === undefined) return problem(404, "the probe has no such operation");
    try {
      return await answerOperation(state, operation, request.readBody);
    } catch (fault) {
      if (fault instanceof RequestAborted) return problem(400, "the body is incomplete");
      options.onFault(fault);
      return problem(500, operation.kind === "restart" ? "the restart failed" : "the store is not available");
    }
  };
  return async (request) => asAnswer(await answer(request));
}

function asAnswer({ status, value }: ProbeAnswer): Answer {
  if (value === undefined) return { status, headers: {}, body: "" };
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}

/** What is known of a request's sender. */
interface ProbeSender {
  /** A header's value by its name in lower case; `null` if it is missing. */
  readonly header: (name: string) => string | null;
  /** Address of the peer; `null` if the server doesn't tell it, `undefined` if the connection has none. */
  readonly remoteAddress: string | null | undefined;
}

/** Why a request is refused, or `undefined` if it may be answered. */
function refusalReason(
  { header, remoteAddress }: ProbeSender,
  { peers = "loopback", hosts = [] }: Pick<ProbeOptions, "peers" | "hosts">,
): string | undefined {
  const site = header("sec-fetch-site");
  if (header("origin") !== null || (site !== null && site !== "none")) {
    return "the probe answers no web page";
  }
  const names = [header("host") ?? header(":authority") ?? "", header("x-forwarded-host") ?? undefined];
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const unknown = names.find((name) => name !== undefined && !isAllowed(name, allowed));
  if (unknown !== undefined) {
    return "the probe isn't called by this name; use localhost, or add the name to `hosts`";
  }
  if (peers === "any") return undefined;
  const isLocal = remoteAddress === null || isLoopbackAddress(remoteAddress);
  if (isLocal && !isForwarded(header)) return undefined;
  return 'the probe answers only this machine; in a network of containers, set `peers: "any"`';
}

function isAllowed(host: string, allowed: ReadonlySet<string>): boolean {
  // A URL would drop the part before an `@`.
  if (!/^[^\s@/?#\\]+$/.test(host)) return false;
  try {
    const url = new URL(`http://${host}`);
    return isLoopback(url) || allowed.has(url.hostname);
  } catch {
    return false;
  }
}

/** Whether a proxy says that the request came from elsewhere. A local proxy is a peer on this machine, too. */
function isForwarded(header: ProbeSender["header"]): boolean {
  if (header("forwarded") !== null) return true;
  const from = [header("x-forwarded-for"), header("x-real-ip")];
  return from.some((list) => list?.split(",").some((address) => !isLoopbackAddress(address.trim())));
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address);
}
