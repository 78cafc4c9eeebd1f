import { OipkitError } from "@oipkit/runtime/errors";
import { findHeader, NoAnswer, type NoAnswerKind, type Send } from "../../exchange/send.js";
import type { ApiContract } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import type { ApiIdentity } from "../request/identity.js";
import type { GivenValues } from "./given-values.js";

/** What a run may cost. */
export interface ApiLimits {
  readonly requests: number;
  readonly durationMs: number;
  /** Requests in a second; no limit if absent. */
  readonly perSecond: number | undefined;
  /** For one answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** The longest answer that is read if nothing is said: a page of long items. */
export const apiAnswerBytes = 2 * 1024 * 1024;

/** A request as it is sent. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
  /** Length of the body as it was sent: that of a kept answer may be longer than `body`. */
  readonly bodyBytes: number;
  readonly text: string;
  /** The value of a JSON body; `undefined` for anything else. */
  readonly value: unknown;
  readonly firstByteMs: number;
  readonly elapsedMs: number;
}

/** The server accepts no connection any more. */
export class ApiGone extends OipkitError {
  readonly code = "api-gone";
}

/** The run may send nothing more: its budget is used up, or it was ended. */
export class BudgetSpent extends OipkitError {
  readonly code = "budget-spent";
}

/** How a session reaches the server. */
export interface ApiSessionOptions {
  readonly contract: ApiContract;
  readonly resources: readonly ApiResource[];
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly identities: readonly ApiIdentity[];
  /** Whether all identities may change the same items. */
  readonly isShared: boolean;
  /** Names of identities that may only read. */
  readonly readers: readonly string[];
  /** Somebody whose credential is no longer valid. */
  readonly expired?: ApiIdentity | undefined;
  /** What the user gives for parameters. */
  readonly given: GivenValues;
  readonly limits: ApiLimits;
  readonly send: Send;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  /** What made names begin with, so that two runs against one server don't make the same. */
  readonly seed: number;
}

/** Longest pause that an answer 429 can ask for, in milliseconds. */
const longestPauseMs = 5_000;

/** One run against one server: sends requests within the limits. */
export class ApiSession {
  readonly contract: ApiContract;
  readonly resources: readonly ApiResource[];
  readonly identities: readonly ApiIdentity[];
  /** Requests that were sent. */
  requests = 0;
  /** Longest answer that was waited for, in milliseconds. */
  slowestMs = 0;
  #numbers = 0;
  #started: number;
  #next = 0;

  constructor(readonly options: ApiSessionOptions) {
    this.contract = options.contract;
    this.resources = options.resources;
    this.identities = options.identities;
    this.#started = options.now();
  }

  /** Who calls if a check doesn't say otherwise; nobody if there is no `--auth`. */
  get identity(): ApiIdentity | undefined {
    return this.identities[0];
  }

  /** Those that may also write. */
  get writers(): readonly ApiIdentity[] {
    return this.identities.filter(({ name }) => !this.options.readers.includes(name));
  }

  /** A number that this run hasn't used for a name yet. */
  freshNumber(): number {
    return this.options.seed * 4096 + this.#numbers++;
  }

  /** Whether the run may go on. */
  get hasBudget(): boolean {
    const { limits, now, signal } = this.options;
    return (
      signal?.aborted !== true && this.requests < limits.requests && now() - this.#started < limits.durationMs
    );
  }

  /** Sends a request; why there is no answer otherwise. Throws `BudgetSpent` and `ApiGone`. */
  async exchange(request: ApiRequest): Promise<ApiAnswer | NoAnswerKind> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#attempt(request);
      if (typeof answer === "string" || answer.status !== 429 || attempt === 2) return answer;
      const after = Number(findHeader(answer.headers, "retry-after") ?? 1);
      await this.options.sleep(Math.min(longestPauseMs, Math.max(0, after || 1) * 1000));
    }
  }

  async #attempt(request: ApiRequest): Promise<ApiAnswer | NoAnswerKind> {
    if (!this.hasBudget) throw new BudgetSpent("the budget of the run is used up");
    await this.#paced();
    this.requests++;
    const { baseUrl, limits, send } = this.options;
    const wire = {
      ...request,
      url: `${baseUrl}${request.target}`,
      timeoutMs: limits.timeoutMs,
      maxAnswerBytes: limits.maxAnswerBytes,
    };
    try {
      return this.#read(await send(wire));
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      if (cause.kind === "closed" && cause.reused) return this.#again(wire);
      if (cause.kind === "refused" || cause.kind === "exhausted") return this.#again(wire);
      return cause.kind;
    }
  }

  /** Once more on a new connection, since the server may have ended the old one before the request. */
  async #again(wire: Parameters<Send>[0]): Promise<ApiAnswer | NoAnswerKind> {
    try {
      return this.#read(await this.options.send({ ...wire, newConnection: true }));
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      if (cause.kind === "refused" || cause.kind === "exhausted")
        throw new ApiGone("the server accepts no connection any more", { cause });
      return cause.kind;
    }
  }

  #read({ status, headers, body, firstByteMs, elapsedMs }: Awaited<ReturnType<Send>>): ApiAnswer {
    this.slowestMs = Math.max(this.slowestMs, elapsedMs);
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
    const type = findHeader(headers, "content-type") ?? "";
    return {
      status,
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      bodyBytes: body.length,
      text,
      value: /[/+]json\b/i.test(type) ? parsed(text) : undefined,
      firstByteMs,
      elapsedMs,
    };
  }

  async #paced(): Promise<void> {
    const { limits, now, sleep } = this.options;
    if (limits.perSecond === undefined) return;
    const start = Math.max(this.#next, now());
    this.#next = start + 1000 / limits.perSecond;
    const left = start - now();
    if (left > 0) await sleep(left);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A header of an answer; `undefined` if absent. */
export function answerHeader({ headers }: ApiAnswer, name: string): string | undefined {
  return findHeader(headers, name);
}

/** Whether an answer is a success. */
export function isSuccess({ status }: ApiAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Whether an answer refuses a request. */
export function isRefusal({ status }: ApiAnswer): boolean {
  return status >= 400 && status < 500;
}
