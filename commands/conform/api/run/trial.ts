import { type ApiOperation, isStream } from "../contract/api-contract.js";
import { preparedRequest } from "../hooks/prepare-request.js";
import { bodyValue, type CallArguments, writeCall } from "../request/call-arguments.js";
import { type ApiIdentity, identifiedTarget } from "../request/identity.js";
import type { ApiAnswer, ApiRequest, ApiSession } from "./api-session.js";
import { ApiUntried, type TrialExchange } from "./finding.js";
import type { Observer } from "./observer.js";
import { shortenedExchange } from "./shortened-exchange.js";

/** How a call differs from the usual one. */
export interface CallOptions {
  /** Default: the first identity; `null` for nobody. */
  readonly identity?: ApiIdentity | null | undefined;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Another spelling of path and query; the answer isn't compared with the contract then. */
  readonly respelled?: (target: string) => string;
}

/** Whether a server may take a path for another one, or refuse it before it looks for an operation: it has an escaped separator or NUL. */
function mayBeMisrouted(target: string): boolean {
  return /%(?:2f|5c|00)/i.test(target.split("?", 1)[0] ?? "");
}

/** Requests of a case that are kept, with their answers: a long list is read in pages. */
const mostKept = 60;

/** The requests of one case, in order; each answer is also compared with the contract. */
export class Trial {
  readonly exchanges: TrialExchange[] = [];

  constructor(
    readonly session: ApiSession,
    readonly observer: Observer,
    /** The id of the case; absent if the requests prepare several. */
    readonly during?: string,
  ) {}

  /** Calls an operation. Throws `ApiUntried` if it can't be written or no answer comes. */
  async call(operation: ApiOperation, call: CallArguments, options: CallOptions = {}): Promise<ApiAnswer> {
    if (isStream(operation))
      throw new ApiUntried(
        `needs an answer that ends, and ${operation.id} is declared as one that goes on or waits`,
      );
    const written = writeCall(operation, call);
    if (written === undefined) throw new ApiUntried(`needs a value for the path of ${operation.id}`);
    const identity = this.#identity(options);
    const further = this.session.options.given.headers(operation);
    const headers: Record<string, string> = {
      ...written.request.headers,
      ...Object.fromEntries(further),
      ...options.headers,
    };
    for (const [name, value] of identity?.headers ?? [])
      headers[name] =
        name === "cookie" && headers.cookie !== undefined ? `${headers.cookie}; ${value}` : value;
    const method = options.method ?? operation.method;
    const sent = { ...written, request: { ...written.request, headers, method: operation.method } };
    const findings = await this.session.contract.judgeRequest(operation, sent);
    const { respelled = (text: string) => text } = options;
    const target = identifiedTarget(respelled(written.request.target), identity ?? {});
    const isValid = findings.length === 0;
    const request: ApiRequest = { ...written.request, target, method, headers: Object.entries(headers) };
    const answer = await this.#exchange({ operation, identity, call, isValid, request });
    if (options.respelled !== undefined) return answer;
    const isIdentified = identity !== undefined && this.session.identities.includes(identity);
    const seen = { operation, method, isValid, isIdentified, answer };
    // Some parsers take only objects and lists for JSON.
    const hasValue = typeof bodyValue(call) === "object" && bodyValue(call) !== null;
    const isReadable = hasValue || operation.declared.body === undefined;
    const isRouted = !mayBeMisrouted(written.request.target);
    await this.observer.observe({ ...seen, isReadable, isRouted }, this);
    return answer;
  }

  /** Sends a request that belongs to no operation. Throws `ApiUntried` if no answer comes. */
  async send(request: ApiRequest, options: CallOptions = {}): Promise<ApiAnswer> {
    const identity = this.#identity(options);
    const headers = [
      ...request.headers,
      ...this.session.options.given.headers(undefined),
      ...(identity?.headers ?? []),
    ];
    const target = identifiedTarget(request.target, identity ?? {});
    return this.#exchange({
      operation: undefined,
      identity,
      call: undefined,
      request: { ...request, target, headers },
    });
  }

  #identity({ identity }: CallOptions): ApiIdentity | undefined {
    if (identity === null) return undefined;
    return identity ?? this.session.identity;
  }

  async #exchange(sent: Omit<TrialExchange, "answer">): Promise<ApiAnswer> {
    const { given, baseUrl } = this.session.options;
    const about = { operation: sent.operation?.id, identity: sent.identity?.name };
    const hook = given.hooks.beforeRequest;
    const prepared = await preparedRequest(sent.request, { hook, about, baseUrl });
    const answer = await this.session.exchange(prepared.sent);
    this.#shortenLast();
    this.exchanges.push({ ...sent, request: prepared.shown, answer });
    if (this.exchanges.length > mostKept) this.exchanges.shift();
    if (typeof answer !== "string") return answer;
    if (sent.operation !== undefined) this.observer.missed(sent.operation, answer, this);
    throw new ApiUntried(`no answer came: ${answer}`);
  }

  /** Checks look at the last answer alone; the others are kept for reports. */
  #shortenLast(): void {
    const last = this.exchanges.pop();
    if (last !== undefined) this.exchanges.push(shortenedExchange(last));
  }
}
