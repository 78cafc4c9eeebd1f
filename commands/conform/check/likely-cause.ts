import type { CauseIf } from "../suite/suite.js";
import type { Miss } from "./miss.js";
import { isSuccess, statusCause } from "./status-cause.js";

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
      return miss.expected.value === ""
        ? "The request is accepted, but the answer has a body: probably a framework's default or an object that a handler returns."
        : cause;
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
  closed: "The receiver probably crashes on this request.",
  "too-large": "The address probably returns a page, or something behind the receiver answers.",
  malformed: "The server probably doesn't speak HTTP, or expects TLS.",
};

function causeOfStatus(
  { expected, actual }: Miss,
  { cause, causeIf, preparing = false, probed = false }: CaseCause,
): string | undefined {
  const status = actual.value;
  // How many of several answers have a status isn't a status.
  if (typeof status !== "number" || !Array.isArray(expected.value)) return cause;
  const wanted = expected.value as readonly number[];
  const accepting = wanted.length > 0 && wanted.every(isSuccess);
  const general = statusCause(status, wanted);
  if (preparing && accepting && !isSuccess(status)) return general ?? refusedEarly;
  const usual: readonly CauseIf[] = probed ? [] : [accepting ? "refused" : "accepted"];
  const own = (causeIf ?? usual).includes(kindOf(status)) ? cause : undefined;
  // A cause that the case states for this outcome is more specific than any status.
  return causeIf === undefined ? (general ?? own) : (own ?? general);
}

const refusedEarly =
  "A valid request at the beginning of the case is refused; a simpler case that sends only such a request shows why.";

function kindOf(status: number): CauseIf {
  if (isSuccess(status)) return "accepted";
  return status >= 500 ? "error" : "refused";
}
