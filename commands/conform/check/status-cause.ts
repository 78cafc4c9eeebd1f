/** Whether a status says that a request was accepted. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * What an unexpected status says about a receiver, whatever the case sent: a sentence. `undefined` if it only says that
 * an invalid request was accepted or a valid one refused; the case knows the cause of that.
 */
export function statusCause(status: number, wanted: readonly number[]): string | undefined {
  const [first] = wanted;
  if (status === 404 && first === 405)
    return "The framework probably returns 404 for a method that has no route.";
  const always = meanings[status];
  if (status >= 300 && status < 400) return redirected;
  if (always !== undefined) return always;
  const accepting = wanted.some(isSuccess);
  if (isSuccess(status))
    return accepting
      ? `The request is accepted, but with ${status} instead of ${wanted.join(" or ")}: probably a framework's default status.`
      : undefined;
  if (accepting || status >= 500) return undefined;
  const why = otherwise[status] ?? "something in front of the receiver probably answers";
  return `The request is refused, but with ${status} instead of ${wanted.join(" or ")}: ${why}.`;
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
