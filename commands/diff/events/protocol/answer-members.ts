import { listed, type RoleEffects } from "../../shared-rules.js";
import { anyChange, both, bothRisky, byPresence, bySet, bySize, type MemberRule } from "./member-rule.js";

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
  "/retries/delaySeconds": anyChange(
    { code: "retry-changed", what: "the waits between attempts" },
    { receiver: "risky", sender: "risky" },
  ),
  "/retries/maxAgeSeconds": byPresence(
    { code: "retry-changed", what: "the age at which an event is no longer retried" },
    {
      added: { receiver: "risky" },
      removed: { sender: "risky" },
      changed: { receiver: "risky", sender: "risky" },
    },
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
  "/retries/retriesServerErrors": ({ new: current }) => {
    if (current === true)
      return {
        code: "retry-changed",
        effects: { sender: "breaking" },
        message: "statuses of 500 and above are retried now",
      };
    return {
      code: "retry-changed",
      effects: { receiver: "breaking" },
      message:
        "statuses of 500 and above are no longer retried, so an event is lost if its receiver has a failure",
      remedy: "Keep retrying them",
    };
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

/** More statuses concern whoever reads them, fewer whoever sends them. */
function status(of: string, effects: Required<RoleEffects>): MemberRule {
  const texts = {
    code: "answer-changed",
    what: `the status that answers ${of}`,
    remedy: "Accept both statuses until all receivers send the new one",
  } as const;
  return (values) => {
    if (covers(values.new, values.old)) return anyChange(texts, { sender: effects.sender })(values);
    if (covers(values.old, values.new)) return anyChange(texts, { receiver: effects.receiver })(values);
    return anyChange(texts, effects)(values);
  };
}

/** Whether every status of one set, which may be a status or a class, is in another. */
function covers(wide: unknown, narrow: unknown): boolean {
  if (wide === "unspecified") return true;
  const all = Array.isArray(wide) ? wide : [wide];
  const each = Array.isArray(narrow) ? narrow : [narrow];
  return each.every((status) => all.some((other) => coversOne(other, status)));
}

function coversOne(wide: unknown, status: unknown): boolean {
  if (wide === status) return true;
  if (wide === "other") return status !== "unspecified" && !String(status).startsWith("2");
  return (
    typeof wide === "string" && typeof status === "number" && String(status).startsWith(wide.slice(0, 1))
  );
}

function statuses(now: string, past: string) {
  return (gained: readonly unknown[], lost: readonly unknown[]): string =>
    [
      ...(gained.length > 0 ? [`${listed(gained)} ${now}`] : []),
      ...(lost.length > 0 ? [`${listed(lost)} ${past}`] : []),
    ].join(", and ");
}

const code = "verification-changed";
const remedy = "Verify registered addresses in the old way until all receivers answer the new one";

/** What marks the request: an old receiver that gets less doesn't recognize it. */
const mark = { added: { sender: "breaking" }, removed: { receiver: "breaking" }, changed: both } as const;

/** Rules for the verification of an address, by JSON Pointer. */
export const verificationMembers: Readonly<Record<string, MemberRule>> = {
  "/verification/method": verified("the method of the verification request"),
  "/verification/header": byPresence({ code, what: "the header of a verification request", remedy }, mark),
  "/verification/headerValue": byPresence({ code, what: "the value of that header", remedy }, mark),
  "/verification/typeProperty": byPresence(
    { code, what: "the property that marks a verification", remedy },
    mark,
  ),
  "/verification/typeValue": byPresence({ code, what: "the value that marks a verification", remedy }, mark),
  "/verification/signed": ({ new: current }) => {
    if (current === true)
      return {
        code,
        effects: { sender: "breaking", receiver: "risky" },
        message: "verification requests are signed now; a receiver that doesn't check them answers anyone",
      };
    return {
      code,
      effects: { receiver: "breaking" },
      message: "verification requests are no longer signed, so receivers that check them refuse",
      remedy,
    };
  },
  "/verification/challengeProperty": verified("the property of the challenge"),
  "/verification/challengeQuery": verified("the query parameter of the challenge"),
  "/verification/challengeHeader": verified("the header of the challenge"),
  "/verification/tokenProperty": byPresence(
    { code, what: "the property of the verification's token", remedy },
    { added: { sender: "breaking", receiver: "risky" }, removed: { receiver: "breaking" }, changed: both },
  ),
  "/verification/answer": verified("the answer to a verification"),
  "/verification/status": verified("the status that answers a verification"),
  "/verification/timeoutSeconds": bySize(
    { code, what: "the seconds to answer a verification", remedy },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
  "/verification/maxResponseBytes": bySize(
    { code, what: "the maximum length of the answer in bytes", remedy },
    { more: { sender: "risky" }, less: { receiver: "risky" } },
  ),
};

function verified(what: string): MemberRule {
  return anyChange({ code, what, remedy }, both);
}
