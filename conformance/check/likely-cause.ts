import type { Miss } from "./miss.js";

/** The probable cause of this failure in a receiver: a sentence, or `undefined` if it can't be guessed. */
export function likelyCause(miss: Miss, cause: string | undefined): string | undefined {
  if (miss.aspect === "answer") return withoutAnswer[String(miss.actual.value)] ?? cause;
  if (miss.aspect === "time") return "Slow work probably runs before the answer instead of after it.";
  if (miss.aspect === "leak") return "Whole bodies, headers or configurations are probably logged or stored.";
  if (miss.aspect !== "status" || typeof miss.actual.value !== "number") return cause;
  return causeOfStatus(miss.actual.value) ?? cause;
}

const withoutAnswer: Readonly<Record<string, string>> = {
  timeout: "The request is probably never answered: an error is lost, or slow work runs before the answer.",
  closed: "The receiver probably crashes on this request.",
  "too-large": "The address probably returns a page, or something behind the receiver answers.",
  malformed: "The server probably doesn't speak HTTP, or expects TLS.",
};

/** The meaning of a status, whatever was sent. */
function causeOfStatus(status: number): string | undefined {
  if (status >= 300 && status < 400) {
    return "The address redirects, perhaps to a trailing slash, another host or a sign-in page; senders don't follow.";
  }
  if (status === 404) return "The webhook is probably mounted at another address.";
  if (status === 405) return "The address probably exists, but not for this method.";
  if (status === 500) return "The receiver probably throws an error that nothing turns into an answer.";
  if (status === 502 || status === 504) return "A proxy answers because the receiver behind it doesn't.";
  return undefined;
}
