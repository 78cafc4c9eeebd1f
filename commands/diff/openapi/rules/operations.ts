import type { FactRule, Judgement, PartRule } from "../../part.js";
import { scalarText } from "../../scalar-text.js";
import { contentRules } from "./content.js";
import { deprecatedRule, sunsetRule } from "./deprecation.js";
import { linkRules } from "./links.js";
import { securityRule } from "./security.js";

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
  "x-sunset": sunsetRule,
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

const operation: PartRule = {
  added: () => ({
    code: "operation-added",
    effects: { provider: "breaking" },
    message: "the operation is new",
  }),
  removed: ({ facts }) => ({
    code: "operation-removed",
    effects: { consumer: "breaking" },
    message: `the operation was removed${facts?.deprecated?.value === true ? "; it was deprecated" : ""}`,
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
