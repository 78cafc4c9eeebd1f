import type { FindingCode } from "../codes.js";
import type { FactRule, Judgement, PartRule } from "../part.js";
import { changeText, deprecatedRule, flowEffects, securityRule, shown } from "../shared-rules.js";
import { bindingsRule } from "./channel-rules.js";

const facts: Readonly<Record<string, FactRule>> = {
  name: ({ old, new: current }) =>
    // A name that is no longer fixed, or is now, is in the schema of the payload.
    {
      if (old === undefined || current === undefined) return [];
      return [
        {
          code: "event-renamed",
          effects: { consumer: "breaking", provider: "breaking" },
          message: `${shown(old)} is gone, and ${shown(current)} has the same payload: the event was renamed`,
          remedy: "Send the event under both names until nobody waits for the old one",
        },
      ];
    },
  contentType: changed("event-content-type-changed", "the media type of the payload", {
    effects: { sender: "breaking", receiver: "breaking" },
    remedy: "Keep the media type, and publish the new one under another name",
  }),
  deprecated: deprecatedRule,
  family: (values, { new: { flow } }) =>
    // Only one version orders events: the protocol's own change says so.
    {
      if (values.old === undefined || values.new === undefined) return [];
      return [
        {
          code: "event-order-changed",
          effects: flowEffects(flow, { receiver: "risky" }),
          message: changeText("the family that it is ordered with", values),
          remedy: "Keep the first tag",
        },
      ];
    },
  correlationId: (values, { new: { flow } }) => [
    {
      code: "event-correlation-changed",
      effects: flowEffects(
        flow,
        values.old === undefined ? { sender: "risky" } : { sender: "risky", receiver: "breaking" },
      ),
      message: changeText("the place of the correlation id", values),
      ...(values.old !== undefined && {
        remedy: "Send the id in both places until nobody reads the old one",
      }),
    },
  ],
  replyAddress: changed("reply-address-changed", "the address of the reply", {
    effects: { sender: "breaking", receiver: "breaking" },
  }),
  bindings: bindingsRule,
  operationBindings: bindingsRule,
  security: securityRule,
};

/** How messages and replies are compared. */
export const messageRules: Readonly<Record<string, PartRule>> = {
  message: {
    // A program waits for what no longer comes, or sends what nobody takes: it doesn't crash, but its work stops.
    removed: (part) => ({
      code: "event-removed",
      effects: { consumer: "breaking" },
      message:
        part.flow === "to-consumer"
          ? `the ${part.title} was removed: it is no longer sent`
          : `the ${part.title} was removed: nobody takes it any longer`,
      remedy: "Keep it and mark it as deprecated until nobody needs it",
    }),
    added: (part) => ({
      code: "event-added",
      effects: { provider: "breaking" },
      message: `the ${part.title} is new`,
    }),
    facts,
  },
  reply: {
    removed: (part) => ({
      code: "reply-removed",
      effects: flowEffects(part.flow, { receiver: "breaking" }),
      message: `the ${part.title} was removed: whoever waits for it waits in vain`,
      remedy: "Keep the reply",
    }),
    added: (part) => ({
      code: "reply-added",
      effects: flowEffects(part.flow, { receiver: "risky" }),
      message: `the ${part.title} is new`,
    }),
    facts,
  },
  payload: described("event-payload-changed", "payload"),
  headers: described("event-headers-changed", "headers"),
};

function changed(
  code: FindingCode,
  what: string,
  { effects, remedy }: { readonly effects: Parameters<typeof flowEffects>[1]; readonly remedy?: string },
): FactRule {
  return (values, { new: { flow } }) => [
    {
      code,
      effects: flowEffects(flow, effects),
      message: changeText(what, values),
      ...(remedy !== undefined && { remedy }),
    },
  ];
}

/** Content that is described by a schema, or isn't; one that isn't a JSON Schema can't be compared by meaning. */
function described(code: FindingCode, what: string): PartRule {
  return {
    removed: ({ flow }): Judgement => ({
      code,
      effects: flowEffects(flow, { receiver: "risky" }),
      message: `the ${what} of the message is no longer described, so anything may come`,
      remedy: "Keep the schema",
    }),
    added: ({ flow }): Judgement => ({
      code,
      effects: flowEffects(flow, { sender: "risky" }),
      message: `the ${what} of the message is described now`,
    }),
    facts: {
      foreign: (_, { new: { flow } }) => [
        {
          code,
          effects: flowEffects(flow, { sender: "undecided", receiver: "undecided" }),
          message: `the schema of the ${what} changed; only JSON Schema is compared by meaning`,
        },
      ],
    },
  };
}
