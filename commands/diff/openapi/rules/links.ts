import type { FactRule, PartRule } from "../../part.js";
import { effectsOf } from "./presence.js";

const changed =
  (text: (values: { readonly old: unknown; readonly new: unknown }) => string): FactRule =>
  (values, { new: { flow } }) => [
    {
      code: "link-changed",
      effects: effectsOf(flow, { receiver: "risky" }),
      message: text(values),
      remedy: "Keep the link, and add another one with its own name",
    },
  ];

const parametersChanged = changed(
  () => "the link gives its operation other parameters, or takes them from another place",
);

/** Rules for links. Programs that follow them need them; but a response is the same without them. */
export const linkRules: Readonly<Record<string, PartRule>> = {
  link: {
    added: () => ({ code: "link-added", effects: {}, message: "the link is new" }),
    removed: ({ flow, facts }) => ({
      code: "link-removed",
      effects: effectsOf(flow, { receiver: "risky" }),
      message: `the link to ${String(facts?.target?.value)} was removed`,
      remedy: "Keep the link until nobody follows it",
    }),
    facts: {
      target: changed(
        ({ old, new: current }) => `the link leads to ${String(current)} instead of ${String(old)}`,
      ),
      // Another operation has other parameters.
      parameters: (values, parts) =>
        parts.old.facts?.target?.value === parts.new.facts?.target?.value
          ? parametersChanged(values, parts)
          : [],
      requestBody: changed(() => "the link takes the body of its request from another place"),
      server: changed(() => "the link leads to another server"),
    },
  },
};
