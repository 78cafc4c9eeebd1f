import type { Language } from "../../texts/language.js";
import type { WebhookType } from "./webhook-query.js";

/** Families in the order in which one usually needs them; others come after them. */
const order = ["subscription", "access", "identity", "payment", "refund", "billing", "support"];

/** Types by family. */
export function groupsOf(
  types: readonly WebhookType[],
): readonly (readonly [string, readonly WebhookType[]])[] {
  const groups = new Map<string, WebhookType[]>();
  for (const type of types) groups.set(type.family, [...(groups.get(type.family) ?? []), type]);
  const rank = (family: string): number => (order.includes(family) ? order.indexOf(family) : order.length);
  return [...groups].sort(([one], [other]) => rank(one) - rank(other));
}

/** Whether a type has all words of a search, in its name, title or description. */
export function matches(type: WebhookType, query: string, language: Language): boolean {
  const { event_type, title, description } = type;
  const text = [event_type, title.en, title[language], description.en, description[language]].join(" ");
  const all = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The chosen types after some were added or removed, in the order in which they were chosen. */
export function withTypes(
  chosen: readonly string[],
  types: readonly string[],
  isChosen: boolean,
): readonly string[] {
  const rest = chosen.filter((type) => !types.includes(type));
  return isChosen ? [...rest, ...types] : rest;
}
