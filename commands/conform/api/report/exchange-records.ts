import type { ExchangeRecord } from "../../result.js";
import type { Mask } from "../../run/mask.js";
import { type ApiIdentity, maskedHeader } from "../request/identity.js";
import type { ApiFinding, TrialExchange } from "../run/finding.js";

/** Longer bodies don't help a reader. */
const mostShown = 4096;

/** Requests that are shown of one case. */
const mostExchanges = 20;

/**
 * The shortest sequence that a case needs: what made something, all from the last of that on, and the last answer with the status that the
 * finding is about. Other attempts that were refused on the way, and reading that changed nothing, are left out.
 */
export function neededExchanges(
  exchanges: readonly TrialExchange[],
  finding?: ApiFinding,
): readonly TrialExchange[] {
  const last = exchanges.findLastIndex((each) => isChange(each));
  const blamed = exchanges.findLastIndex(
    ({ answer }) =>
      typeof answer !== "string" &&
      (finding?.answer === undefined ? answer.status === finding?.actual?.value : answer === finding.answer),
  );
  const kept = exchanges.filter((each, index) => index >= last || index === blamed || isChange(each));
  return kept.slice(-mostExchanges);
}

function isChange({ request, answer }: TrialExchange): boolean {
  if (request.method === "GET" || request.method === "HEAD" || typeof answer === "string") return false;
  return answer.status >= 200 && answer.status < 300;
}

/** What exchanges are recorded with. */
interface Recording {
  readonly masked: Mask;
  /** Name of the identity that calls if nothing else is said. */
  readonly first: string | undefined;
}

/** Exchanges as a report may show them: without credentials. */
export function exchangeRecords(
  exchanges: readonly TrialExchange[],
  { masked, first }: Recording,
): readonly ExchangeRecord[] {
  return exchanges.map(({ identity, request, answer }, index) => {
    const body = shown(request.body, masked);
    const step = index + 1;
    const sent = {
      method: request.method,
      target: masked(request.target),
      ...(identity !== undefined && { credential: credentialVariable(identity, first) }),
      headers: pairs(withoutForged(request.headers, identity), masked),
      ...body,
      ...(body.body === Buffer.from(request.body).toString("utf8") && { exact: true as const }),
    };
    if (typeof answer === "string") return { step, request: sent, wanted: [], noAnswer: answer };
    const response = {
      status: answer.status,
      headers: firstHeaders(pairs(answer.headers, masked)),
      ...shown(answer.body, masked),
      bodyBytes: answer.bodyBytes,
      firstByteMs: rounded(answer.firstByteMs),
      elapsedMs: rounded(answer.elapsedMs),
    };
    return { step, request: sent, wanted: [], response };
  });
}

/** Forged credentials are near valid ones, so they are left out, too. */
function withoutForged(
  headers: TrialExchange["request"]["headers"],
  identity: ApiIdentity | undefined,
): TrialExchange["request"]["headers"] {
  if (identity?.isForged !== true) return headers;
  const own = new Set(identity.headers.map(([name]) => name));
  return headers.map((header) => (own.has(header[0]) ? maskedHeader(header) : header));
}

/** The shell variable, and that of the environment, for an identity's credential; `first` calls if nothing else is said. */
export function credentialVariable({ name, isForged }: ApiIdentity, first: string | undefined): string {
  if (isForged === true) return "FORGED_TOKEN";
  if (name === first) return "TOKEN";
  return `TOKEN_${name.replaceAll("-", "_").toUpperCase()}`;
}

function pairs(headers: readonly (readonly [string, string])[], masked: Mask): [string, string][] {
  return headers.map(([name, value]) => [name, masked(value)]);
}

/** The headers that fit into as many characters as a body that is shown. */
function firstHeaders(headers: readonly [string, string][]): [string, string][] {
  let length = 0;
  return headers.filter(([name, value]) => {
    length += name.length + value.length;
    return length <= mostShown;
  });
}

function shown(bytes: Uint8Array, masked: Mask): { readonly body: string; readonly bodyBytes: number } {
  const text = masked(Buffer.from(bytes.subarray(0, 2 * mostShown)).toString("utf8"));
  const body = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return { body, bodyBytes: bytes.length };
}

/** To a tenth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
