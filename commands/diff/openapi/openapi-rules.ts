import { type FactRule, type Judgement, type Part, type PartRule, scalarText } from "../part.js";
import { deprecatedRule, flowEffects, securityRule, sunsetJudgement } from "../shared-rules.js";
import { contentRules } from "./content-rules.js";

const changed =
  (text: (values: { readonly old: unknown; readonly new: unknown }) => string): FactRule =>
  (values, { new: { flow } }) => [
    {
      code: "link-changed",
      effects: flowEffects(flow, { receiver: "risky" }),
      message: text(values),
      remedy: "Keep the link, and add another one with its own name",
    },
  ];

const parametersChanged = changed(
  () => "the link gives its operation other parameters, or takes them from another place",
);

/** Rules for links. Programs that follow them need them; but a response is the same without them. */
const linkRules: Readonly<Record<string, PartRule>> = {
  link: {
    added: () => ({ code: "link-added", effects: {}, message: "the link is new" }),
    removed: ({ flow, facts }) => ({
      code: "link-removed",
      effects: flowEffects(flow, { receiver: "risky" }),
      message: `the link to ${String(facts?.target?.value)} was removed`,
      remedy: "Keep the link until nobody follows it",
    }),
    facts: {
      target: changed(
        ({ old, new: current }) => `the link leads to ${String(current)} instead of ${String(old)}`,
      ),
      // Another operation has other parameters.
      parameters: (values, parts) => {
        if (parts.old.facts?.target?.value === parts.new.facts?.target?.value)
          return parametersChanged(values, parts);
        return [];
      },
      requestBody: changed(() => "the link takes the body of its request from another place"),
      server: changed(() => "the link leads to another server"),
    },
  },
};

const listRule =
  (code: "server-removed" | "environment-removed", noun: string): FactRule =>
  ({ old, new: current }) => {
    const [before, after] = [old, current].map((list) =>
      Array.isArray(list) ? (list as string[]) : undefined,
    );
    // Without a list, everything is allowed.
    const gone = after === undefined ? [] : (before ?? ["any other"]).filter((each) => !after.includes(each));
    const come =
      before === undefined ? [] : (after ?? ["any other"]).filter((each) => !before.includes(each));
    const added = code === "server-removed" ? "server-added" : "environment-added";
    return [
      ...gone.map(
        (each): Judgement => ({
          code,
          change: "removed",
          effects: { consumer: "breaking" },
          message: `the ${noun} ${each} was removed`,
          remedy: `Keep the ${noun} until nobody uses it`,
        }),
      ),
      ...come.map(
        (each): Judgement => ({
          code: added,
          change: "added",
          effects: { provider: "breaking" },
          message: `the ${noun} ${each} is new`,
        }),
      ),
    ];
  };

function renamed(old: unknown, current: unknown): string {
  if (old === undefined) return `the operationId \`${scalarText(current)}\` is new`;
  if (current === undefined) return `the operationId \`${scalarText(old)}\` was removed`;
  return `the operationId \`${scalarText(old)}\` is now \`${scalarText(current)}\``;
}

const shared: Readonly<Record<string, FactRule>> = {
  deprecated: deprecatedRule,
  "x-sunset": (values) => [sunsetJudgement(values)],
  operationId: ({ old, new: current }) => [
    {
      code: "operation-id-changed",
      breaks: "source",
      effects: { consumer: "breaking" },
      message: `${renamed(old, current)}; generated functions and types are named after it`,
      remedy: "Keep the operationId",
    },
  ],
};

/** What the old version said about the end of an operation. */
function retirement({ facts }: Part): string {
  const sunset = facts?.["x-sunset"]?.value;
  if (facts?.deprecated?.value !== true) return "";
  return `; it was deprecated${sunset === undefined ? "" : `, with the sunset ${scalarText(sunset)}`}`;
}

const operation: PartRule = {
  added: () => ({
    code: "operation-added",
    effects: { provider: "breaking" },
    message: "the operation is new",
  }),
  removed: (part) => ({
    code: "operation-removed",
    effects: { consumer: "breaking" },
    message: `the operation was removed${retirement(part)}`,
    remedy: "Keep the operation, mark it as deprecated, and say when it ends",
  }),
  facts: {
    ...shared,
    security: securityRule,
    servers: listRule("server-removed", "server"),
    "x-environments": listRule("environment-removed", "environment"),
    "x-pagination": () => [
      {
        code: "pagination-changed",
        effects: { consumer: "breaking", provider: "breaking" },
        message: "the next page is found in another way",
        remedy: "Keep the old way beside the new one",
      },
    ],
    "x-access-snapshot": () => [
      {
        code: "access-snapshot-changed",
        effects: { consumer: "breaking", provider: "breaking" },
        message: "the access snapshot is read in another way",
        remedy: "Keep the old way beside the new one",
      },
    ],
  },
};

const incoming = (noun: string): PartRule => ({
  added: () => ({
    code: "webhook-added",
    effects: {},
    message: `the ${noun} is new`,
  }),
  removed: () => ({
    code: "webhook-removed",
    effects: { consumer: "breaking" },
    message: `the ${noun} was removed: consumers wait for it in vain`,
    remedy: `Keep the ${noun} until nobody relies on it`,
  }),
  facts: shared,
});

/** Rules for all parts of an OpenAPI document. */
export const openapiRules: Readonly<Record<string, PartRule>> = {
  ...contentRules,
  ...linkRules,
  operation,
  webhook: incoming("webhook"),
  callback: incoming("callback"),
};
