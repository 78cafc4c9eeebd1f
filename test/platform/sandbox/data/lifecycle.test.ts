import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { SandboxDataError } from "../../../../platform/sandbox/data/data-file.js";
import { parseLifecycle, readLifecycle } from "../../../../platform/sandbox/data/lifecycle.js";
import {
  allowedStatuses,
  commercialEvents,
  subscriptionStatuses,
} from "../../../../platform/sandbox/platform/commerce/lifecycle.js";
import { lifecycleFile } from "../../../support/platform/sandbox/commerce/shop.js";

const text = readFileSync(lifecycleFile, "utf8");
const load = (path: string) => parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8"));
const matchesSchema = new Ajv2020({ strict: false }).compile(
  load("platform/sandbox/data/schemas/sandbox-lifecycle.schema.yaml"),
);

/** The error of the file with a replaced text, which must exist. */
function editError(from: string, to: string): Pick<SandboxDataError, "code" | "message" | "line" | "column"> {
  expect(text).toContain(from);
  try {
    parseLifecycle({ file: "lifecycle.yaml", text: text.replace(from, to) });
  } catch (error) {
    return error as SandboxDataError;
  }
  throw new Error("The file was accepted.");
}

describe("the default lifecycle", () => {
  it("matches its schema, and says that it is the sandbox's own choice", () => {
    expect(matchesSchema(parse(text)), JSON.stringify(matchesSchema.errors)).toBe(true);
    expect(readLifecycle(lifecycleFile).moves.length).toBeGreaterThan(40);
    expect(editError("x-sandbox: true", "x-sandbox: false").message).toContain(
      "no statement about the platform",
    );
  });

  it("has the events and statuses of the contract", () => {
    const { components } = load("contracts/events.asyncapi.yaml");
    const messages = Object.values<Message>(components.messages);
    const named = (prefix: string) => messages.filter(({ name }) => name?.startsWith(prefix));
    const shown = named("oem.subscription.").map(({ name, payload }) => {
      const { status } = payload.schema.properties.data.properties;
      return [name, [...status.enum].sort()];
    });
    const own = Object.entries(allowedStatuses).map(([name, statuses]) => [name, [...statuses].sort()]);
    expect(own.sort()).toEqual(shown.sort());
    expect([...commercialEvents].sort()).toEqual(
      [...named("payment."), ...named("billing.")].map(({ name }) => name).sort(),
    );
    expect(subscriptionStatuses).toEqual(load("contracts/schemas/subscription-status.schema.yaml").enum);
  });
});

interface Message {
  readonly name?: string;
  readonly payload: {
    readonly schema: {
      readonly properties: {
        readonly data: { readonly properties: { readonly status: { readonly enum: readonly string[] } } };
      };
    };
  };
}

describe("a broken lifecycle is refused at its place, with a remedy", () => {
  it.each([
    ["an unknown field", "producer:", "producers:", "data-shape", "The file needs `producer`."],
    [
      "an unknown field of a step",
      "period: trial, ",
      "periods: trial, ",
      "data-shape",
      "Did you mean `period`?",
    ],
    [
      "an unknown status",
      "{ to: trial_ending,",
      "{ to: trial_endin,",
      "data-reference",
      "Did you mean `trial_ending`?",
    ],
    [
      "an unknown event",
      "event: oem.subscription.paused.v1",
      "event: oem.subscription.pause.v1",
      "data-reference",
      "Did you mean `oem.subscription.paused.v1`",
    ],
    ["an unknown trigger", "on: reinstate", "on: reinstated", "data-reference", "Did you mean `reinstate`?"],
    ["a duration that is none", "lifetime: PT1H", "lifetime: 1h", "data-shape", "ISO 8601 duration"],
    [
      "a text instead of a list",
      "in: [paused]",
      "in: paused",
      "data-shape",
      "`timers.pause_end.in` must be a list.",
    ],
    [
      "a step that changes the subscription without an event",
      "- { emits: [payment.order.created.v1, payment.intent.created.v1] }",
      "- { to: active }",
      "data-shape",
      "Only a step with an `event`",
    ],
    [
      "a date without a default",
      "{ input: starts_at, after: P1D }",
      "{ input: starts_at }",
      "data-shape",
      "needs either `after`, or `of`",
    ],
    ["YAML that isn't one", "statuses:", "statuses: [", "data-syntax", ""],
    [
      "a status that an event can't report",
      "{ to: paused, event: oem.subscription.paused.v1",
      "{ to: active, event: oem.subscription.paused.v1",
      "data-rule",
      '`oem.subscription.paused.v1` can\'t report the status "active". It allows: paused.',
    ],
    [
      "a reported status that isn't changed",
      "&requested { event: oem.subscription.updated.v1",
      "&requested { event: oem.subscription.renewed.v1",
      "data-rule",
      'can\'t report the status "trialing"',
    ],
    [
      "a way back to what the event can't report",
      "when: { way_back: [pause_pending, past_due, grace_period] }\n    steps:\n      - { to: way-back, event: oem.subscription.updated.v1",
      "when: { way_back: [pause_pending, past_due, grace_period] }\n    steps:\n      - { to: way-back, event: oem.subscription.resumed.v1",
      "data-rule",
      "can't report",
    ],
    [
      "a way back that nothing remembers",
      "access: held, way_back: suspended,",
      "access: held,",
      "data-rule",
      "Nothing remembers a way back",
    ],
    [
      "ways back in a circle",
      "from: [trialing, trial_ending, active, renewal_pending, plan_change_pending]\n",
      "from: [trialing, trial_ending, active, renewal_pending, plan_change_pending, pause_pending]\n",
      "data-rule",
      "leads to",
    ],
    [
      "a version after the end",
      "from: [cancellation_pending]\n    steps:\n      - { to: cancelled",
      "from: [cancellation_pending, expired]\n    steps:\n      - { to: cancelled",
      "data-rule",
      '"expired" is an end',
    ],
    [
      "a timer without a move",
      "in: [past_due, grace_period] }",
      "in: [past_due, grace_period, active] }",
      "data-rule",
      'No move follows the timer in the status "active"',
    ],
    [
      "a timer with a date that nothing sets",
      "{ at: pause_end, in: [paused] }",
      "{ at: pause_over, in: [paused] }",
      "data-rule",
      "Nothing sets the date `pause_over`.",
    ],
    [
      "a move in a status without its timer",
      "on: grace_end\n    from: [grace_period]",
      "on: grace_end\n    from: [grace_period, past_due]",
      "data-rule",
      'The timer `grace_end` isn\'t set in the status "past_due".',
    ],
    [
      "a date from one that nothing sets",
      "{ before: P7D, of: current_period_end }",
      "{ before: P7D, of: next_period_end }",
      "data-rule",
      "Nothing sets the date `next_period_end`.",
    ],
    [
      "a status that nothing reaches",
      "{ to: grace_period, event",
      "{ to: past_due, event",
      "data-rule",
      'No move leads to the status "grace_period".',
    ],
    [
      "a purchase that isn't possible",
      "when: { payment: [requires_action] }",
      "when: { payment: [unknown] }",
      "data-rule",
      'There is no `checkout` for the payment "requires_action" of a plan without a trial.',
    ],
  ])("%s", (_, from, to, code, message) => {
    const error = editError(from, to);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    if (code === "data-shape") expect(matchesSchema(parse(text.replace(from, to)))).toBe(false);
    if (code !== "data-shape" || from !== "producer:")
      expect(error.message).toMatch(/^lifecycle\.yaml:\d+:\d+: /);
  });

  it("a file that isn't there, or is too large", () => {
    expect(() => readLifecycle("/nowhere/lifecycle.yaml")).toThrow(
      expect.objectContaining({ code: "data-unreadable" }),
    );
    const large = { file: "a.yaml", text: "#".repeat(3_000_000) };
    expect(() => parseLifecycle(large)).toThrow(expect.objectContaining({ code: "data-unreadable" }));
  });
});
