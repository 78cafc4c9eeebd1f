import { json } from "../../reader/text/json.js";
import type { MockAnswer, MockFinding } from "./exchange.js";

/** Why a request isn't answered as the contract says. */
export interface Refusal {
  readonly status: number;
  /** Stable; docs/reference/mock.md lists them. */
  readonly code: string;
  /** A sentence without a full stop. */
  readonly detail: string;
  readonly headers?: MockAnswer["headers"];
  readonly findings?: readonly MockFinding[];
}

/** Most findings in an answer. */
const mostFindings = 100;

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  500: "Internal Server Error",
  502: "Bad Gateway",
  504: "Gateway Timeout",
};

/** A refusal as a problem document (RFC 9457). */
export function problemAnswer({ status, code, detail, headers = [], findings }: Refusal): MockAnswer {
  const body = {
    type: "about:blank",
    title: titles[status] ?? "Refused",
    status,
    code,
    detail,
    ...(findings !== undefined && { findings: findings.slice(0, mostFindings).map(shown) }),
  };
  return {
    status,
    headers: [["content-type", "application/problem+json"], ...headers],
    body: `${json(body)}\n`,
  };
}

/** A finding as data: without what its place in an answer says already. */
function shown({ side: _side, ...finding }: MockFinding): object {
  return finding;
}
