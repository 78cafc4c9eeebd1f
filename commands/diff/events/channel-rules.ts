import { canonical } from "../inclusion/goal/canonical.js";
import type { FactRule, Judgement, PartRule } from "../part.js";
import { changeText, flowEffects, listed, securityRule, shown } from "../shared-rules.js";
import { isForOperators } from "./bindings.js";

/** Members by which a message is found; without them, it doesn't arrive. */
const breaking: readonly string[] = ["http.method", "http.statusCode", "ws.method", "kafka.topic"];

/** Judges each member of bindings that differs. */
export const bindingsRule: FactRule = ({ old, new: current }, { new: { flow } }) => {
  const [before, after] = [toRecord(old), toRecord(current)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .map((name) => {
      const text = changeText(`the binding \`${name}\``, { old: before[name], new: after[name] });
      if (isForOperators(name))
        return {
          code: "event-binding-changed",
          effects: {},
          message: `${text}; only those who run the broker or the application need it`,
        };
      const effect = breaking.includes(name) ? "breaking" : "risky";
      return {
        code: "event-binding-changed",
        effects: flowEffects(flow, { sender: effect, receiver: effect }),
        message: text,
      };
    });
};

/** How the schemas in bindings are compared. */
export const bindingRules: Readonly<Record<string, PartRule>> = {
  "binding-schema": {
    removed: ({ flow, key }) => ({
      code: "event-binding-changed",
      effects: flowEffects(flow, { receiver: "risky" }),
      message: `the binding \`${key}\` is no longer described`,
    }),
    added: ({ flow, key }) => ({
      code: "event-binding-changed",
      effects: flowEffects(flow, { sender: "risky" }),
      message: `the binding \`${key}\` is described now`,
    }),
  },
};

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

/** How channels, their parameters and servers are compared. */
export const channelRules: Readonly<Record<string, PartRule>> = {
  channel: {
    removed: ({ title }) => ({
      code: "channel-removed",
      effects: { consumer: "breaking" },
      message: `the ${title} was removed`,
      remedy: "Keep the channel and mark it as deprecated until nobody uses it",
    }),
    added: ({ title }) => ({
      code: "channel-added",
      effects: { provider: "breaking" },
      message: `the ${title} is new`,
    }),
    facts: { address: addressRule, servers: serversRule, bindings: bindingsRule },
  },
  "channel-parameter": {
    removed: () => ({
      code: "channel-parameter-changed",
      effects: { consumer: "risky", provider: "risky" },
      message: "the parameter is no longer described: it may have any value",
    }),
    added: () => ({
      code: "channel-parameter-changed",
      effects: { consumer: "risky", provider: "risky" },
      message: "the parameter is described now",
    }),
    facts: {
      enum: valuesRule,
      location: (values) => [
        {
          code: "channel-parameter-changed",
          effects: { consumer: "risky", provider: "risky" },
          message: changeText("the place of the parameter's value", values),
        },
      ],
      default: (values) => [
        {
          code: "channel-parameter-changed",
          effects: { consumer: "risky", provider: "risky" },
          message: changeText("the default of the parameter", values),
        },
      ],
    },
  },
  "event-server": {
    removed: ({ title }) => ({
      code: "event-server-removed",
      effects: { consumer: "breaking" },
      message: `the ${title} was removed: consumers can no longer connect to it`,
      remedy: "Keep the server until nobody connects to it",
    }),
    added: ({ title }) => ({
      code: "event-server-added",
      effects: { provider: "breaking" },
      message: `the ${title} is new`,
    }),
    facts: {
      address: (values) => [
        {
          code: "event-server-changed",
          effects: { consumer: "breaking", provider: "breaking" },
          message: changeText("the address of the server", values),
          remedy: "Keep the old address until nobody connects to it",
        },
      ],
      protocolVersion: (values) => [
        {
          code: "event-server-changed",
          effects: { consumer: "risky", provider: "risky" },
          message: changeText("the version of the server's protocol", values),
        },
      ],
      security: securityRule,
      bindings: bindingsRule,
    },
  },
};

function addressRule(values: Parameters<FactRule>[0]): Judgement[] {
  const { old, new: current } = values;
  if (old === undefined)
    return [
      {
        code: "channel-address-changed",
        effects: {},
        message: `the address is in the document now: ${shown(current)}`,
      },
    ];
  return [
    {
      code: "channel-address-changed",
      effects: current === undefined ? { consumer: "risky", provider: "risky" } : bothBreaking,
      message: changeText("the address of the channel", values),
      remedy: "Use both addresses until nobody uses the old one",
    },
  ];
}

const bothBreaking = { consumer: "breaking", provider: "breaking" } as const;

/** `undefined`: all servers of the document. */
function serversRule({ old, new: current }: Parameters<FactRule>[0]): Judgement[] {
  const [before, after] = [old, current] as [readonly string[] | undefined, readonly string[] | undefined];
  const lost = after && (before === undefined || before.some((server) => !after.includes(server)));
  const gained = before && (after === undefined || after.some((server) => !before.includes(server)));
  return [
    {
      code: "channel-servers-changed",
      effects: {
        ...(lost === true && { consumer: "breaking" as const }),
        ...(gained === true && { provider: "breaking" as const }),
      },
      message: after
        ? `the channel is now only on ${listed(after)}`
        : "the channel is now on all servers of the document",
    },
  ];
}

/** `undefined`: any value. */
function valuesRule({ old, new: current }: Parameters<FactRule>[0]): Judgement[] {
  const [before, after] = [old, current] as [readonly string[] | undefined, readonly string[] | undefined];
  const lost = before?.filter((value) => after !== undefined && !after.includes(value)) ?? [];
  const gained = after?.filter((value) => before !== undefined && !before.includes(value)) ?? [];
  const isNarrower = lost.length > 0 || before === undefined;
  const isWider = gained.length > 0 || after === undefined;
  return [
    {
      code: "channel-parameter-changed",
      effects: {
        ...(isNarrower && { consumer: "breaking" as const }),
        ...(isWider && { provider: "breaking" as const }),
      },
      message: [
        ...(before === undefined ? [`the parameter must now be one of ${listed(after ?? [])}`] : []),
        ...(after === undefined ? ["the parameter may now have any value"] : []),
        ...(lost.length > 0 ? [`the parameter can no longer be ${listed(lost)}`] : []),
        ...(gained.length > 0 ? [`the parameter can also be ${listed(gained)}`] : []),
      ].join("; "),
    },
  ];
}
