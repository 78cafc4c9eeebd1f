import type { RoleEffects } from "../roles.js";
import { changeText } from "../shown.js";
import { bothRisky, type MemberRule, type Values } from "./member-rule.js";

/** Every delivery has these, so a receiver refuses one without them. */
const always = ["signature", "deliveryId", "eventId", "eventType", "timestamp", "nonce"] as const;
/** A delivery may lack these. */
const optional = ["test", "correlationId", "eventTime", "resource", "version"] as const;

/** Rules for the headers of a delivery, by JSON Pointer. */
export const headerMembers: Readonly<Record<string, MemberRule>> = {
  ...rulesFor(always, {
    added: { sender: "breaking" },
    removed: { receiver: "breaking" },
    changed: { sender: "breaking", receiver: "breaking" },
  }),
  ...rulesFor(optional, { added: {}, removed: { receiver: "risky" }, changed: bothRisky }),
};

interface Effects {
  readonly added: RoleEffects;
  readonly removed: RoleEffects;
  readonly changed: RoleEffects;
}

function rulesFor(roles: readonly string[], effects: Effects): Record<string, MemberRule> {
  return Object.fromEntries(
    roles.map((role) => [`/headers/${role}`, (values: Values) => judged(role, values, effects)]),
  );
}

function judged(role: string, values: Values, effects: Effects): ReturnType<MemberRule> {
  const what = `the header of the role \`${role}\``;
  if (values.old === undefined)
    return { code: "delivery-header-added", effects: effects.added, message: changeText(what, values) };
  if (values.new === undefined)
    return {
      code: "delivery-header-removed",
      effects: effects.removed,
      message: changeText(what, values),
      remedy: "Keep sending it until no receiver reads it",
    };
  return {
    code: "delivery-header-renamed",
    effects: effects.changed,
    message: changeText(what, values),
    remedy: "Send both headers with the same value until all receivers read the new one",
  };
}
