import { beforeAll, describe, expect, test } from "vitest";
import { generatedFiles } from "../support/generated/generated-files.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

/** §6.5, copied from the platform document: the statuses that each event allows. */
const allowed: Readonly<Record<string, string>> = {
  "oem.subscription.created.v1": "trialing, pending_payment, active",
  "oem.subscription.updated.v1":
    "active, trialing, trial_ending, renewal_pending, plan_change_pending, pause_pending, paused, cancellation_pending, past_due, grace_period, suspended",
  "oem.subscription.trial_started.v1": "trialing",
  "oem.subscription.trial_ending.v1": "trial_ending",
  "oem.subscription.activated.v1": "active",
  "oem.subscription.renewal_upcoming.v1": "renewal_pending",
  "oem.subscription.renewed.v1": "active",
  "oem.subscription.payment_failed.v1": "payment_failed, past_due, grace_period",
  "oem.subscription.past_due.v1": "past_due, grace_period",
  "oem.subscription.payment_method_updated.v1":
    "trialing, pending_payment, active, trial_ending, renewal_pending, plan_change_pending, pause_pending, paused, cancellation_pending, payment_failed, past_due, grace_period, suspended, cancelled, expired, terminated",
  "oem.subscription.pause_scheduled.v1": "pause_pending",
  "oem.subscription.paused.v1": "paused",
  "oem.subscription.resumed.v1":
    "active, trialing, trial_ending, renewal_pending, plan_change_pending, cancellation_pending, paused",
  "oem.subscription.cancellation_scheduled.v1": "cancellation_pending",
  "oem.subscription.cancelled.v1": "cancelled",
  "oem.subscription.plan_change_scheduled.v1": "plan_change_pending",
  "oem.subscription.plan_changed.v1": "active, trialing, trial_ending",
  "oem.subscription.suspended.v1": "suspended",
  "oem.subscription.expired.v1": "expired",
  "oem.subscription.terminated.v1": "terminated",
};

/** §6.6: the events whose payload isn't shown, two of which are only known by a suffix. */
const unspecified = [
  "identity.registration.completed.v1",
  ..."order.created intent.created requires_action pending succeeded failed cancelled unknown"
    .split(" ")
    .map((name) => `payment.${name}.v1`),
  ..."pending unknown succeeded failed".split(" ").map((name) => `payment.refund.${name}.v1`),
  "billing.statement.published.v1",
  "oem.support.request_received.v1",
];

const prelude = `
import type { Event, EventOf, EventType, Callback, SubscriptionCreated, SubscriptionUpdated, SupportReplyCreated, PaymentSucceeded, AccessSnapshot, SubscriptionSummary } from "./index.js";
import { eventTypes, isEventType, isSubscriptionCreated, isSupportReplyCreated } from "./index.js";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function be<T extends true>(): T;
declare const event: Event;
`;

let files: Map<string, string>;
beforeAll(async () => {
  files = await generatedFiles();
});

/** The type errors of code that uses the generated files. */
function errorsOf(code: string): string[] {
  return typeCheck(new Map([...files, ["use.ts", prelude + code]]));
}

function literals(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(" | ");
}

describe("the union of events", () => {
  test("allows each subscription event only the statuses of §6.5", () => {
    expect(Object.keys(allowed)).toHaveLength(20);
    const lines = Object.entries(allowed).map(
      ([name, statuses]) =>
        `be<Equal<EventOf<${JSON.stringify(name)}>["data"]["status"], ${literals(statuses.split(", "))}>>();`,
    );
    expect(errorsOf(lines.join("\n"))).toEqual([]);
  });

  test("has exactly the events of §6.5 and §6.6, with the two known only by a suffix as patterns", () => {
    const named = [
      ...Object.keys(allowed),
      ...unspecified,
      "oem.access_context.changed.v1",
      "oem.product.activated.v1",
    ];
    const patterns =
      "`oem.support.$" + "{string}reply_created.v1` | `oem.support.$" + "{string}status_changed.v1`";
    expect(
      errorsOf(`
be<Equal<EventType, ${literals(named)} | ${patterns}>>();
be<Equal<(typeof eventTypes)[number], ${literals(named)}>>();
be<Equal<Callback["event_type"], "token.agent.action.v1">>();
`),
    ).toEqual([]);
  });

  test("is discriminated by event_type, and a switch over it is exhaustive", () => {
    expect(
      errorsOf(`
if (event.event_type === "oem.subscription.created.v1") {
  be<Equal<typeof event, SubscriptionCreated>>();
  be<Equal<typeof event.data.plan_version, number>>();
  // @ts-expect-error: this event isn't sent for a paused subscription
  if (event.data.status === "paused") throw event;
}
// @ts-expect-error: not every event has data
event.data;
switch (event.event_type) {
  case "oem.subscription.created.v1": break;
  // @ts-expect-error: there is no such event
  case "oem.subscription.created.v2": break;
}
`),
    ).toEqual([]);
  });

  test("has guards that narrow, including for events known by a pattern", () => {
    expect(
      errorsOf(`
if (isSubscriptionCreated(event)) be<Equal<typeof event, SubscriptionCreated>>();
if (isSupportReplyCreated(event)) be<Equal<typeof event, SupportReplyCreated>>();
declare const text: string;
if (isEventType(text)) {
  const name: EventType = text;
  // @ts-expect-error: the name of one event isn't known yet
  const one: "oem.subscription.created.v1" = text;
  void [name, one];
}
const reply: SupportReplyCreated = { event_id: "1", event_type: "oem.support.ticket.reply_created.v1" };
// @ts-expect-error: another suffix
const other: SupportReplyCreated = { event_id: "1", event_type: "oem.support.ticket.closed.v1" };
void [reply, other];
`),
    ).toEqual([]);
  });
});

describe("members of the types", () => {
  test("optional fields may be absent, and are neither null nor undefined", () => {
    expect(
      errorsOf(`
declare const summary: SubscriptionSummary;
const { trial_end, ...rest } = summary;
const without: SubscriptionSummary = rest;
be<Equal<typeof trial_end, string | undefined>>();
// @ts-expect-error: never null
const withNull: SubscriptionSummary = { ...rest, trial_end: null };
// @ts-expect-error: absent is not undefined
const withUndefined: SubscriptionSummary = { ...rest, trial_end: undefined };
const { plan_code, ...incomplete } = summary;
// @ts-expect-error: plan_code is required
const bad: SubscriptionSummary = incomplete;
void [without, withNull, withUndefined, plan_code, bad];
`),
    ).toEqual([]);
  });

  test("unknown additional fields are allowed", () => {
    expect(
      errorsOf(`
declare const updated: SubscriptionUpdated;
const wider = { ...updated, added_later: 1, data: { ...updated.data, also_later: true } };
const accepted: SubscriptionUpdated = wider;
const any: Event = wider;
const payment = { event_id: "1", event_type: "payment.succeeded.v1" as const, amount: 12 };
const known: PaymentSucceeded = payment;
void [accepted, any, known];
`),
    ).toEqual([]);
  });

  test("values that the platform document doesn't show are unknown", () => {
    expect(
      errorsOf(`
declare const snapshot: AccessSnapshot;
be<Equal<Required<AccessSnapshot>["roles"], unknown>>();
be<Equal<Required<AccessSnapshot>["entitlements"], unknown>>();
// @ts-expect-error: an unknown part must be narrowed before use
snapshot.roles.length;
be<Equal<keyof PaymentSucceeded, "event_id" | "event_type">>();
`),
    ).toEqual([]);
  });
});
