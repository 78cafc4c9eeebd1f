import {
  allowedStatuses,
  commercialEvents,
  type SubscriptionEventType,
  subscriptionStatuses,
} from "../platform/commerce/event-statuses.js";
import type { DateRule, DateRules } from "../platform/commerce/lifecycle.js";
import { type Duration, parseDuration } from "../platform/duration.js";
import { type DataNode, fieldsOf, membersOf, oneOf, textOf, wrongAt } from "./data-node.js";

/** The names of the 20 events. */
export const eventNames = Object.keys(allowedStatuses) as readonly SubscriptionEventType[];

/** One of the events whose payload isn't shown. */
export const commercialEventOf = oneOf(commercialEvents);

/** One of the 16 statuses. */
export const statusOf = oneOf(subscriptionStatuses);

/** An ISO 8601 duration. */
export function durationOf(node: DataNode): Duration {
  const duration = parseDuration(textOf(node));
  if (duration) return duration;
  throw wrongAt(
    node,
    `"${String(node.value)}" must be an ISO 8601 duration of whole numbers, such as \`P14D\` or \`PT1H\`.`,
  );
}

/** What dates, ids and flags a step or a period sets. */
export function dateRulesOf(node: DataNode): DateRules {
  return Object.fromEntries(
    [...membersOf(node)].map(([name, member]) => [fieldName(name, member), ruleOf(member)]),
  );
}

/** A name in snake case. */
export function nameOf(node: DataNode): string {
  return fieldName(textOf(node), node);
}

/** Checks that a name is in snake case. */
export function fieldName(name: string, node: DataNode): string {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    throw wrongAt(node, `"${name}" must be a name in snake case.`);
  return name;
}

function ruleOf(node: DataNode): DateRules[string] {
  if (typeof node.value === "boolean") return node.value;
  const fields = fieldsOf(node);
  const id = fields.optional("id", nameOf);
  if (id !== undefined) {
    fields.close();
    return { id };
  }
  const rule: DateRule = {
    input: fields.optional("input", nameOf),
    after: fields.optional("after", durationOf),
    before: fields.optional("before", durationOf),
    of: fields.optional("of", nameOf),
  };
  fields.close();
  if ((rule.after === undefined) === (rule.of === undefined) || (rule.before && rule.of === undefined)) {
    throw wrongAt(
      node,
      "A date needs either `after`, or `of` (with or without `before`); `input` alone has no default.",
    );
  }
  return rule;
}
