import { listed } from "../shown.js";
import { anyChange, both, bothRisky, bySet, bySize, type MemberRule } from "./member-rule.js";

const timing = { code: "callback-changed", what: "the seconds to answer a callback" } as const;

/** Rules for a receiver's answers, for callbacks and for retries, by JSON Pointer. */
export const answerMembers: Readonly<Record<string, MemberRule>> = {
  "/responses/accepted": status("a stored event", both),
  "/responses/unauthenticated": status("a delivery that isn't authentic", bothRisky),
  "/responses/unprocessable": status("a delivery that isn't acceptable", bothRisky),
  "/responses/unavailable": status("a delivery that can't be stored", bothRisky),
  "/callbacks/eventTypes": bySet(
    {
      code: "callback-changed",
      text: (gained, lost) =>
        [
          ...(gained.length > 0 ? [`${listed(gained)} waits for a result now`] : []),
          ...(lost.length > 0 ? [`${listed(lost)} no longer waits for a result`] : []),
        ].join(", and "),
      remedy: "Give a callback with another result another name",
    },
    // An old receiver answers a new callback as an event: without a result.
    (gained) => (gained.length > 0 ? bothRisky : { receiver: "risky" }),
  ),
  "/callbacks/timeoutSeconds": bySize(
    { ...timing, remedy: "Ask receivers how long they take before the time gets shorter" },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
  "/retries/maxAttempts": bySize(
    { code: "retry-changed", what: "the number of attempts for an event" },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
  "/retries/testAttempts": anyChange(
    { code: "retry-changed", what: "the number of attempts for a test event" },
    {},
  ),
  "/retries/retriedStatuses": bySet(
    {
      code: "retry-changed",
      text: statuses("is retried now", "is no longer retried"),
      remedy: "Answer with a status that is retried",
    },
    (gained, lost) => ({
      ...(lost.length > 0 && { receiver: "risky" as const }),
      ...(gained.length > 0 && { sender: "risky" as const }),
    }),
  ),
  "/retries/retriesServerErrors": ({ new: current }) =>
    current === true
      ? {
          code: "retry-changed",
          effects: { sender: "breaking" },
          message: "statuses of 500 and above are retried now",
        }
      : {
          code: "retry-changed",
          effects: { receiver: "breaking" },
          message:
            "statuses of 500 and above are no longer retried, so an event is lost if its receiver has a failure",
          remedy: "Keep retrying them",
        },
  "/retries/finalStatuses": bySet(
    {
      code: "retry-changed",
      text: statuses("is final now", "is no longer final"),
      remedy: "Answer with a final status only if no retry could succeed",
    },
    (gained, lost) => ({
      ...(gained.length > 0 && { receiver: "risky" as const }),
      ...(lost.length > 0 && { sender: "risky" as const }),
    }),
  ),
};

function status(of: string, effects: typeof both): MemberRule {
  return anyChange(
    {
      code: "answer-changed",
      what: `the status that answers ${of}`,
      remedy: "Accept both statuses until all receivers send the new one",
    },
    effects,
  );
}

function statuses(now: string, past: string) {
  return (gained: readonly unknown[], lost: readonly unknown[]): string =>
    [
      ...(gained.length > 0 ? [`${listed(gained)} ${now}`] : []),
      ...(lost.length > 0 ? [`${listed(lost)} ${past}`] : []),
    ].join(", and ");
}
