import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { generatedFiles } from "../support/generated/generated-files.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

interface Message {
  readonly name?: string;
  readonly payload: {
    readonly schema: {
      readonly properties: {
        readonly data?: { readonly properties: { readonly status?: { readonly enum: readonly string[] } } };
      };
    };
  };
}

const text = readFileSync(new URL("../../contracts/events.asyncapi.yaml", import.meta.url), "utf8");
const { channels, components } = parse(text) as {
  readonly channels: { readonly events: { readonly messages: Readonly<Record<string, unknown>> } };
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
};
/** The events of the contract that have a name; two are only known by a suffix. */
const events = Object.keys(channels.events.messages).flatMap((key) => {
  const message = components.messages[key];
  if (message?.name === undefined) return [];
  const statuses = message.payload.schema.properties.data?.properties.status?.enum;
  return [{ name: message.name, statuses }];
});

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
function typeErrors(code: string): string[] {
  return typeCheck(new Map([...files, ["use.ts", prelude + code]]));
}

function literals(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(" | ");
}

describe("the union of events", () => {
  test("allows each subscription event only the statuses that the contract lists (§6.5)", () => {
    const lines = events.flatMap(({ name, statuses }) =>
      statuses === undefined
        ? []
        : [`be<Equal<EventOf<${JSON.stringify(name)}>["data"]["status"], ${literals(statuses)}>>();`],
    );
    expect(lines.length).toBeGreaterThanOrEqual(20);
    expect(typeErrors(lines.join("\n"))).toEqual([]);
  });

  test("has exactly the events of the contract, with the two known only by a suffix as patterns (§6.6)", () => {
    const named = events.map(({ name }) => name);
    const patterns =
      "`oem.support.$" + "{string}reply_created.v1` | `oem.support.$" + "{string}status_changed.v1`";
    expect(
      typeErrors(`
be<Equal<EventType, ${literals(named)} | ${patterns}>>();
be<Equal<(typeof eventTypes)[number], ${literals(named)}>>();
be<Equal<Callback["event_type"], "token.agent.action.v1">>();
`),
    ).toEqual([]);
  });

  test("is discriminated by event_type, and a switch over it is exhaustive", () => {
    expect(
      typeErrors(`
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
      typeErrors(`
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
      typeErrors(`
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
      typeErrors(`
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
      typeErrors(`
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
