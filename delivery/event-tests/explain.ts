import type { Protocol } from "@oipkit/runtime/webhook";

/** What an answer to a test means, and what to look at. */
export interface Explanation {
  readonly meaning: string;
  /** What to check, most likely first; empty if nothing is wrong. */
  readonly checks: readonly string[];
}

/** The answer to an attempt, or why there is none. */
interface AnsweredTest {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

/** Explains an attempt. */
export function explain(protocol: Protocol, { status, error }: AnsweredTest): Explanation {
  if (status === undefined) return withoutAnswer(error);
  const { accepted, unauthenticated, unprocessable } = protocol.responses;
  if (status === accepted) return { meaning: "the receiver confirmed that it has the event", checks: [] };
  if (status >= 200 && status < 300)
    return {
      meaning: `the receiver confirmed that it has the event, with ${status} instead of ${accepted}`,
      checks: [],
    };
  if (status === unauthenticated || status === 401 || status === 403)
    return { meaning: "the receiver refused who sent it", checks: authenticity(protocol) };
  if (status === unprocessable || status === 422) {
    const checks = ["the event's schema"];
    if (protocol.encryption) checks.push("the decrypted fields");
    return { meaning: "the receiver refused the event", checks };
  }
  if (status >= 500) return { meaning: "the receiver failed", checks: ["the receiver's availability"] };
  if (status >= 300 && status < 400)
    return { meaning: "the receiver redirects, which isn't followed", checks: ["the endpoint's address"] };
  if (status === 404 || status === 405 || status === 410)
    return { meaning: "nothing receives deliveries at this address", checks: ["the endpoint's address"] };
  return {
    meaning: `the receiver answered ${status}`,
    checks: ["the receiver's log", "the endpoint's address"],
  };
}

function authenticity(protocol: Protocol): readonly string[] {
  const checks = ["the signature and its secret"];
  if (protocol.timestamp !== undefined) checks.push("the time window and the receiver's clock");
  if (protocol.nonce !== undefined) checks.push("the nonce");
  if (protocol.token !== undefined) checks.push("the verification token");
  return checks;
}

/** By the engine's own codes and those of the transport. */
const withoutAnswerByError: Readonly<Record<string, Explanation>> = {
  "type-not-granted": {
    meaning: "it wasn't sent, because the application's grant doesn't list this event",
    checks: ["the application's grant"],
  },
  "application-inactive": {
    meaning: "it wasn't sent, because the application became inactive",
    checks: ["the application's state"],
  },
  "address-refused": {
    meaning: "it wasn't sent, because the address isn't a public one",
    checks: ["the endpoint's address and its name in DNS"],
  },
  "sender-exhausted": {
    meaning: "it wasn't sent, because the sender had no connections left",
    checks: ["nothing at the receiver: send the test again later"],
  },
  "sender-failed": {
    meaning: "it wasn't sent, because the sender couldn't make the request",
    checks: [
      "nothing at the receiver: the sender's own log has the cause, such as a credential that can't be used",
    ],
  },
  interrupted: {
    meaning: "the sender was interrupted, so it isn't known whether the receiver has it",
    checks: ["the receiver's log"],
  },
};

function withoutAnswer(error: string | undefined): Explanation {
  const known = error === undefined ? undefined : withoutAnswerByError[error];
  return (
    known ?? {
      meaning:
        error === "timed-out" ? "the receiver didn't answer in time" : "the receiver couldn't be reached",
      checks: ["the receiver's availability"],
    }
  );
}
