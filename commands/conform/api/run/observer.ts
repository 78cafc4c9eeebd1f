import type { NoAnswerKind } from "../../exchange/send.js";
import type { CaseResult } from "../../result.js";
import type { Level } from "../../suite/suite.js";
import {
  type ApiContract,
  type ApiOperation,
  declaredStatuses,
  declaresStatus,
} from "../contract/api-contract.js";
import { leakedTrace, writeOnlyMember } from "../contract/leaks.js";
import { type ApiAnswer, answerHeader } from "./api-session.js";
import { type ApiFinding, type RecordedRequests, statuses, type TrialExchange } from "./finding.js";
import { isRecord } from "./item-names.js";

/** An answer, and what is known of its request. */
export interface ObservedAnswer {
  readonly operation: ApiOperation;
  readonly method: string;
  /** Whether the contract allows the request. */
  readonly isValid: boolean;
  readonly isIdentified: boolean;
  /** Whether the body is a value in its media type, rather than missing, or bytes that parsers may give up on. */
  readonly isReadable: boolean;
  /** Whether the answer is that of the operation for sure. */
  readonly isRouted: boolean;
  readonly answer: ApiAnswer;
}

/** The requests so far, of which the last one is observed. */
export interface ObservedTrial {
  readonly exchanges: readonly TrialExchange[];
  /** The id of their case; absent if they prepare several. */
  readonly during?: string | undefined;
}

/** What every answer of an operation is compared with. */
export const observed = [
  "server-error",
  "status",
  "content-type",
  "headers",
  "body",
  "stack-trace",
  "write-only",
  "problem",
  "response-time",
] as const;
/** Name of such a comparison. */
export type ObservedCheck = (typeof observed)[number];

/** What the answers of one operation showed. */
export interface ObservedOutcome {
  readonly check: ObservedCheck;
  readonly operation: ApiOperation;
  /** The declared status that it is about; absent if it is about all. */
  readonly status: string | undefined;
  /** Answers that were compared. */
  compared: number;
  failure:
    | (ApiFinding & { readonly level: Level } & RecordedRequests & Pick<CaseResult, "during">)
    | undefined;
}

/** The case of a comparison. */
export function observedCase(check: ObservedCheck, operation: ApiOperation, status?: string): string {
  return `${check}/${operation.id}${status === undefined ? "" : `/${status}`}`;
}

/** Compares every answer with the contract, whatever it was asked for. */
export class Observer {
  readonly outcomes = new Map<string, ObservedOutcome>();
  /** By operation: the statuses that were seen. */
  readonly statuses = new Map<string, Set<number>>();

  constructor(
    readonly contract: ApiContract,
    /** The requests of a failure, as they are kept. */
    readonly records: (exchanges: readonly TrialExchange[]) => RecordedRequests,
    /** Longest time for an answer, in milliseconds, if there is a limit. */
    readonly answerMs: number | undefined,
  ) {
    for (const operation of contract.operations)
      for (const check of observed) {
        if (check === "response-time" && answerMs === undefined) continue;
        if (check === "body" || check === "headers")
          for (const status of declaredStatuses(operation)) this.#outcome(check, operation, status);
        else this.#outcome(check, operation);
      }
  }

  /** No answer came. */
  missed(operation: ApiOperation, kind: NoAnswerKind, trial: ObservedTrial): void {
    const outcome = this.#outcome("server-error", operation);
    outcome.compared++;
    if (kind === "too-large") return;
    outcome.failure ??= {
      level: "must",
      reason: `the server gives no answer to ${operation.id}: ${kind}${kind === "timeout" ? " (--timeout)" : ""}`,
      expected: { aspect: "answer", value: "an answer", text: "an answer" },
      actual: { aspect: "answer", value: kind, text: kind },
      ...this.#recorded(trial),
    };
  }

  /** Compares an answer with the contract. */
  async observe(seen: ObservedAnswer, trial: ObservedTrial): Promise<void> {
    const { operation, answer, method } = seen;
    const statuses = this.statuses.get(operation.id) ?? new Set();
    this.statuses.set(operation.id, statuses.add(answer.status));
    if (method !== operation.method && method !== "HEAD") return;
    const note = (
      outcome: ObservedOutcome,
      finding: (ApiFinding & { readonly level: Level }) | undefined,
    ): void => {
      outcome.compared++;
      const known = outcome.failure;
      const isWorse = known === undefined || (known.level !== "must" && finding?.level === "must");
      if (finding !== undefined && isWorse) outcome.failure = { ...finding, ...this.#recorded(trial) };
    };
    note(this.#outcome("server-error", operation), serverError(seen));
    // Whether HEAD is served at all is for another check.
    if (method === operation.method && seen.isRouted)
      note(this.#outcome("status", operation), undocumentedStatus(seen));
    if (answer.status >= 400) note(this.#outcome("stack-trace", operation), leakedTraceFinding(answer));
    if (this.answerMs !== undefined)
      note(this.#outcome("response-time", operation), late(answer, this.answerMs));
    if (!seen.isRouted) return;
    if (method === "HEAD") {
      if (operation.method === "HEAD") await this.#compare(seen, note);
      return;
    }
    if (/^application\/problem\+json\b/i.test(answerHeader(answer, "content-type") ?? ""))
      note(this.#outcome("problem", operation), problemFinding(answer));
    note(this.#outcome("write-only", operation), writeOnlyMember(this.contract, operation, answer));
    await this.#compare(seen, note);
  }

  #recorded({ exchanges, during }: ObservedTrial): RecordedRequests & Pick<CaseResult, "during"> {
    return { ...this.records(exchanges), ...(during !== undefined && { during }) };
  }

  async #compare(
    { operation, answer, method }: ObservedAnswer,
    note: (outcome: ObservedOutcome, finding: (ApiFinding & { readonly level: Level }) | undefined) => void,
  ): Promise<void> {
    const declared = declaredFor(operation, answer.status);
    if (declared === undefined) return;
    // Those of the HTTP server come before the API, whose `default` and `4XX` aren't about them.
    if (ofLimits.has(answer.status) && declared !== String(answer.status)) return;
    const found = (await this.contract.judgeAnswer(operation, answer, method)).filter(
      ({ level }) => level === undefined,
    );
    const about = (parts: (finding: (typeof found)[number]) => boolean) => {
      const own = found.filter(parts);
      const [first] = own;
      if (first === undefined) return undefined;
      const more = own.length > 1 ? `, and ${own.length - 1} more` : "";
      const where = first.pointer === "" ? "" : ` at ${first.pointer}`;
      const from = first.schemaPointer === undefined ? "" : ` (${first.schemaPointer})`;
      // A response without content describes no body; few authors mean that there is none.
      const level = own.every(({ code }) => code === "body-undeclared") ? "should" : "must";
      return {
        level: level as Level,
        reason: `the server answers ${operation.id} with ${answer.status}, in which ${first.message}${where}${from}${more}`,
      };
    };
    const isType = (code: string): boolean => code === "media-type-undeclared";
    note(
      this.#outcome("content-type", operation),
      about(({ code }) => isType(code)),
    );
    note(
      this.#outcome("headers", operation, declared),
      about((each) => each.in === "header"),
    );
    note(
      this.#outcome("body", operation, declared),
      about((each) => each.in === "body" && !isType(each.code)),
    );
  }

  #outcome(check: ObservedCheck, operation: ApiOperation, status?: string): ObservedOutcome {
    const id = observedCase(check, operation, status);
    const known = this.outcomes.get(id);
    if (known !== undefined) return known;
    const fresh: ObservedOutcome = { check, operation, status, compared: 0, failure: undefined };
    this.outcomes.set(id, fresh);
    return fresh;
  }
}

function declaredFor(operation: ApiOperation, status: number): string | undefined {
  const names = declaredStatuses(operation);
  return [String(status), `${Math.floor(status / 100)}xx`, "default"].find((name) => names.includes(name));
}

type LevelledFinding = ApiFinding & { readonly level: Level };

function serverError({ operation, answer: { status } }: ObservedAnswer): LevelledFinding | undefined {
  if (status < 500 || ((status === 501 || status === 503) && declaresStatus(operation, status)))
    return undefined;
  return {
    level: "must",
    reason: `the server fails: it answers ${operation.id} with ${status}`,
    ...statuses("below 500", status),
  };
}

/** Refusals of too many and too large requests, which any server may answer with. */
const ofLimits: ReadonlySet<number> = new Set([408, 413, 414, 429, 431]);

/** Refusals that contracts needn't declare, since they are about HTTP rather than about the operation. */
const ofHttp: ReadonlySet<number> = new Set([401, 403, 411, 415, 421, 426]);

/** Refusals that made-up content, or an identity without the right, may deserve. */
const ofContent: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410, 412, 422, 423, 424, 428]);

function undocumentedStatus({
  operation,
  answer,
  isValid,
  isIdentified,
  isReadable,
}: ObservedAnswer): LevelledFinding | undefined {
  const { status } = answer;
  if (status >= 500 || status === 304 || declaredFor(operation, status) !== undefined) return undefined;
  // A body that a parser can't read is a bad request of HTTP, whatever an invalid one is answered with.
  if (ofLimits.has(status) || (status === 400 && !isReadable)) return undefined;
  if (ofHttp.has(status) && (!isValid || !isIdentified || !operation.isSecured)) return undefined;
  const names = declaredStatuses(operation).join(", ");
  // What a refusal is called matters less than that it is one, unless the contract says what a wrong request is answered with.
  const saysInvalid = declaresStatus(operation, 400) || declaresStatus(operation, 422);
  const isCalledOtherwise =
    saysInvalid && isIdentified && (status === 400 || status === 422 || !ofContent.has(status));
  const isMinor = status >= 400 && (isValid ? ofContent.has(status) : !isCalledOtherwise);
  return {
    level: isMinor ? "should" : "must",
    reason: `the server answers ${operation.id} with ${status}, and the contract declares ${names === "" ? "no response" : names}`,
    ...statuses(names, status),
  };
}

function leakedTraceFinding(answer: ApiAnswer): LevelledFinding | undefined {
  const trace = leakedTrace(answer.text);
  if (trace === undefined) return undefined;
  return { level: "must", reason: `the server shows its own code in an answer ${answer.status}: ${trace}` };
}

function problemFinding({ status, value }: ApiAnswer): LevelledFinding | undefined {
  const own = isRecord(value) ? value.status : undefined;
  if (own === undefined || own === status) return undefined;
  return {
    level: "must",
    reason: `the server answers with ${status}, and the problem document in the answer says ${String(own)}`,
  };
}

function late({ elapsedMs }: ApiAnswer, limit: number): LevelledFinding | undefined {
  if (elapsedMs <= limit) return undefined;
  return {
    level: "must",
    reason: `the server takes ${Math.round(elapsedMs)} ms for an answer, and ${limit} ms is the limit`,
  };
}
