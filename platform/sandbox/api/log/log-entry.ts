import type { components } from "@oipkit/console/control/types.js";
import type { ApiRoute } from "../api-route.js";
import type { CheckRun } from "../checks/check.js";
import { orderedChecks } from "../checks/ordered-checks.js";
import type { TokenClaims } from "../context.js";
import type { RequestBodies } from "./body-memory.js";
import { maskedBody, noBody } from "./masked-body.js";

/** A request of the log, as the sandbox's control shows it. */
export type RequestLogEntry = components["schemas"]["ApiRequest"];

/** One check of it. */
export type LoggedCheck = components["schemas"]["CheckRecord"];

/** How a command ended, after the checks. */
export interface CommandRun {
  /** Whether it is the kept answer of an earlier request. */
  readonly replay: boolean;
  readonly refusal?:
    | { readonly code: string; readonly reason: string; readonly clause: string | null }
    | undefined;
}

/** What is known about a request when it has been answered. Nothing in it is written anywhere but by `entryOf`. */
export interface AnsweredRequest {
  readonly id: string;
  /** The sandbox's time and the real one, in milliseconds since 1970. */
  readonly at: number;
  readonly realAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Nothing of it is logged; it is removed from the path, if somebody sent it there. */
  readonly token: string | undefined;
  readonly environment: string;
  readonly route: ApiRoute | undefined;
  readonly claims: TokenClaims | undefined;
  readonly status: number;
  readonly runs: readonly CheckRun[];
  /** Absent if the operation has no command. */
  readonly command: "not-reached" | CommandRun | undefined;
  readonly failure: string | undefined;
  readonly bodies: {
    readonly request: Uint8Array | "none" | "unread";
    /** What is written as JSON. */
    readonly answer: unknown;
  };
}

/** Longer paths are cut. */
const longestPath = 300;

/** What is kept of the bodies, apart from the entry. */
export function requestBodies({ bodies: { request, answer }, token }: AnsweredRequest): RequestBodies {
  return {
    request: typeof request === "string" ? noBody(request) : maskedBody(request, token),
    answer: maskedBody(Buffer.from(JSON.stringify(answer) ?? ""), token),
  };
}

/** The entry of the log: ids, states and outcomes, no token, no secret, no header and no body. */
export function requestLogEntry(request: AnsweredRequest): RequestLogEntry {
  const { route, claims } = request;
  return {
    request_id: request.id,
    at: new Date(request.at).toISOString(),
    real_at: new Date(request.realAt).toISOString(),
    method: request.method,
    path: loggedPath(request),
    operation: route?.id ?? null,
    application_id: claims?.application ?? null,
    identity: claims?.identity ?? null,
    environment: request.environment,
    status: request.status,
    denied_by: deniedBy(request),
    duration_ms: Math.round(request.durationMs * 1000) / 1000,
    checks: loggedChecks(request),
    failure: request.failure ?? null,
  };
}

function deniedBy({ route, runs, command }: AnsweredRequest): string | null {
  if (route === undefined) return "route";
  const last = runs.at(-1);
  if (last?.decision.outcome === "denied") return last.check.name;
  return typeof command === "object" && command.refusal !== undefined ? "command" : null;
}

function loggedChecks(request: AnsweredRequest): LoggedCheck[] {
  if (request.route === undefined) return [];
  const checks = orderedChecks.map((check, at) => loggedCheck(check, request.runs[at]));
  return [...checks, ...loggedCommand(request)];
}

function loggedCheck({ name, clause }: CheckRun["check"], run: CheckRun | undefined): LoggedCheck {
  if (run === undefined)
    return { name, outcome: "not-reached", clause, code: null, reason: null, looked_at: {} };
  const { decision, facts } = run;
  const isDenied = decision.outcome === "denied";
  return {
    name,
    outcome: decision.outcome,
    clause,
    code: isDenied ? decision.code : null,
    reason: isDenied ? decision.reason : null,
    looked_at: facts,
  };
}

function loggedCommand({ command }: AnsweredRequest): LoggedCheck[] {
  if (command === undefined) return [];
  const unmade = { name: "command", clause: null, code: null, reason: null, looked_at: {} };
  if (command === "not-reached") return [{ ...unmade, outcome: "not-reached" }];
  const { refusal, replay } = command;
  const looked_at = { replay };
  if (refusal === undefined) return [{ ...unmade, outcome: "passed", looked_at }];
  return [{ ...unmade, outcome: "denied", looked_at, ...refusal }];
}

/** A token has no place in a path, but some clients put it there. */
function loggedPath({ path, token }: AnsweredRequest): string {
  let safe = path;
  if (token !== undefined)
    safe = safe.replaceAll(token, "[token]").replaceAll(encodeURIComponent(token), "[token]");
  if (safe.length > longestPath) return `${safe.slice(0, longestPath)}…`;
  return safe;
}
