import type { Aspect } from "../result.js";
import type { CauseIf } from "../suite/suite.js";
import { isSuccess, sampleStatuses } from "./wanted.js";

/** How a receiver fails an expectation of a case. */
export interface Miss {
  readonly aspect: Aspect;
  readonly expected: { readonly value: unknown; readonly text: string };
  readonly actual: { readonly value: unknown; readonly text: string };
  /** Ends the sentence "the receiver …". */
  readonly reason: string;
  /** What a handler threw, and where, if the probe shows it. */
  readonly thrown?: string;
  /** Set if the request was refused as the protocol demands, but by a crash or without an answer. */
  readonly refused?: boolean;
}

/** A failed expectation about an answer, each side as data and in words. */
export function differs(
  aspect: Aspect,
  [wanted, wantedText]: readonly [unknown, string],
  [seen, seenText]: readonly [unknown, string],
): Miss {
  return {
    aspect,
    expected: { value: wanted, text: wantedText },
    actual: { value: seen, text: seenText },
    reason: `answers with ${seenText}, expected ${wantedText}`,
  };
}

/** What a case says about receivers that fail it. */
export interface CaseCause {
  /** The probable mistake, as a sentence. */
  readonly cause?: string | undefined;
  /** What came back from a receiver with this mistake. Default: the opposite of what was expected. */
  readonly causeIf?: readonly CauseIf[] | undefined;
  /** Whether a later step follows, so that a refused request only prepared the case. */
  readonly preparing?: boolean;
  /** Whether the case asks a probe, so that without `causeIf` its cause is about what the probe shows. */
  readonly probed?: boolean;
}

/** The probable cause of this failure in a receiver: a sentence that fits what came back, or `undefined` if it can't be guessed. */
export function likelyCause(miss: Miss, about: CaseCause): string | undefined {
  const { cause, causeIf } = about;
  switch (miss.aspect) {
    case "answer": {
      const own =
        causeIf?.includes("error") === true && miss.actual.value !== "malformed" ? cause : undefined;
      return own ?? withoutAnswer[String(miss.actual.value)];
    }
    case "time":
      return "Slow work probably runs before the answer instead of after it.";
    case "leak":
      return "Whole bodies, headers or configurations are probably logged or stored.";
    case "body":
      if (miss.expected.value === "")
        return "The request is accepted, but the answer has a body: probably a framework's default or an object that a handler returns.";
      return cause;
    case "content-type":
      return "The answer probably doesn't set its content type, or sends text.";
    case "header":
      return "The status is right; the framework probably leaves the header to the application.";
    case "status":
      return causeOfStatus(miss, about);
    default:
      return cause;
  }
}

const withoutAnswer: Readonly<Record<string, string>> = {
  timeout: "The request is probably never answered: an error is lost, or slow work runs before the answer.",
  unfinished: "The answer is probably never ended: an error is lost while it is written, or it is a stream.",
  closed: "The receiver probably crashes on this request.",
  refused: "The receiver probably crashes, and isn't started again.",
  "error-page":
    "The receiver probably throws an error, and its framework shows a page about it, as in development.",
  "too-large": "The address probably returns a page, or something behind the receiver answers.",
  malformed: "The server probably doesn't speak HTTP, or expects TLS.",
};

function causeOfStatus(
  { expected, actual }: Miss,
  { cause, causeIf, preparing = false, probed = false }: CaseCause,
): string | undefined {
  const status = actual.value;
  // A count of answers can't be compared with a status.
  if (typeof status !== "number" || !Array.isArray(expected.value)) return cause;
  const wanted = sampleStatuses(expected.value);
  const accepting = wanted.length > 0 && wanted.every(isSuccess);
  const general = statusCause(status, wanted, expected.text);
  if (preparing && accepting && !isSuccess(status)) return general ?? refusedEarly;
  const usual: readonly CauseIf[] = probed ? [] : [accepting ? "refused" : "accepted"];
  const own = (causeIf ?? usual).includes(statusKind(status)) ? cause : undefined;
  // A cause that the case states for this outcome is more specific than any status.
  if (causeIf === undefined) return general ?? own;
  return own ?? general;
}

const refusedEarly =
  "A valid request at the beginning of the case is refused; a simpler case that sends only such a request shows why.";

function statusKind(status: number): CauseIf {
  if (isSuccess(status)) return "accepted";
  if (status >= 500) return "error";
  return "refused";
}

/**
 * What an unexpected status says about a receiver, whatever the case sent: a sentence. `undefined` if it only says that
 * an invalid request was accepted or a valid one refused; the case knows the cause of that.
 */
function statusCause(status: number, wanted: readonly number[], text: string): string | undefined {
  const [first] = wanted;
  if (status === 404 && first === 405)
    return "The framework probably returns 404 for a method that has no route.";
  const always = meanings[status];
  if (status >= 300 && status < 400) return redirected;
  if (always !== undefined) return always;
  const accepting = wanted.some(isSuccess);
  if (isSuccess(status))
    return accepting
      ? `The request is accepted, but with ${status} instead of ${text}: probably a framework's default status.`
      : undefined;
  if (accepting || status >= 500) return undefined;
  const why = otherwise[status] ?? "something in front of the receiver probably answers";
  return `The request is refused, but with ${status} instead of ${text}: ${why}.`;
}

const redirected =
  "The address redirects, perhaps to a trailing slash, another host or a sign-in page; senders don't follow.";

/** Statuses that mean the same for every request. */
const meanings: Readonly<Record<number, string>> = {
  403: "Something in front of the receiver probably refuses the request: a firewall, a login or CSRF protection.",
  404: "The webhook is probably mounted at another address.",
  405: "The address probably exists, but not for this method.",
  429: "A rate limit probably applies; use --concurrency 1 to reduce the load.",
  500: "The receiver probably throws an error that nothing turns into an answer.",
  502: "A proxy answers because the receiver behind it doesn't.",
  503: "Something that the receiver needs, such as a store, is probably unavailable.",
  504: "A proxy answers because the receiver behind it doesn't.",
};

/** Why a request that should be refused gets another refusal. */
const otherwise: Readonly<Record<number, string>> = {
  400: "every refusal probably gets 400, or a parser refuses the request before the receiver checks it",
  401: "an earlier check, of signature, time, nonce or token, probably fails too, or every refusal gets 401",
  413: "the body limit is probably too low",
  415: "the content type is probably refused before anything else is checked",
  422: "the event is probably checked before the request is authenticated, or every refusal gets 422",
};
