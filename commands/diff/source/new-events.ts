import type { Model } from "../../../reader/model/model.js";
import type { Breakage } from "./breakages.js";

/**
 * Whether something no longer compiles only because there is a new event: code that handles each event by name, without a
 * default. Other programs don't notice it.
 */
export function newEventCheck(old: Model, current: Model): (breakage: Breakage) => boolean {
  const known = namesOf(old);
  const names = [...namesOf(current)].filter((name) => !known.has(name));
  return ({ cause: { code, spot, values = [], message } }) => {
    if (code !== "source-value-added" && code !== "source-required-added") return false;
    const texts = [spot.path.at(-1) ?? "", ...values.map(unquoted), ...message.split(/\s+/).map(unquoted)];
    return names.some((name) => texts.includes(name));
  };
}

/** On the wire and in TypeScript. */
function namesOf({ eventSets }: Model): ReadonlySet<string> {
  return new Set(
    eventSets.flatMap(({ messages }) =>
      messages.flatMap(({ eventType, label, typeName }) => [eventType ?? label, typeName]),
    ),
  );
}

function unquoted(text: string): string {
  return text.replace(/^["`]|["`,]$/g, "");
}
