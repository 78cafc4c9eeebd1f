import { canonical } from "../../inclusion/goal/canonical.js";
import { effectsOf } from "../../openapi/rules/presence.js";
import type { FactRule, PartRule } from "../../part.js";
import { changeText } from "../shown.js";

/** Members by which a message is found; without them, it doesn't arrive. */
const breaking: readonly string[] = ["http.method", "http.statusCode", "ws.method", "kafka.topic"];

/** Judges each member of bindings that differs. */
export const bindingsRule: FactRule = ({ old, new: current }, { new: { flow } }) => {
  const [before, after] = [recordOf(old), recordOf(current)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .map((name) => {
      const effect = breaking.includes(name) ? "breaking" : "risky";
      return {
        code: "event-binding-changed",
        effects: effectsOf(flow, { sender: effect, receiver: effect }),
        message: changeText(`the binding \`${name}\``, { old: before[name], new: after[name] }),
      };
    });
};

/** How the schemas in bindings are compared. */
export const bindingRules: Readonly<Record<string, PartRule>> = {
  "binding-schema": {
    removed: ({ flow, key }) => ({
      code: "event-binding-changed",
      effects: effectsOf(flow, { receiver: "risky" }),
      message: `the binding \`${key}\` is no longer described`,
    }),
    added: ({ flow, key }) => ({
      code: "event-binding-changed",
      effects: effectsOf(flow, { sender: "risky" }),
      message: `the binding \`${key}\` is described now`,
    }),
  },
};

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
