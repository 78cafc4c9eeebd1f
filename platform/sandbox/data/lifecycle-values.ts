import {
  allowedStatuses,
  commercialEvents,
  type DateRule,
  type DateRules,
  type SubscriptionEventType,
  subscriptionStatuses,
} from "../platform/commerce/lifecycle.js";
import { type Duration, parseDuration } from "../platform/duration.js";
import { type DataNode, readChoice, readFields, readMembers, readText, wrongAt } from "./data-node.js";

/** The names of the 20 events. */
export const eventNames = Object.keys(allowedStatuses) as readonly SubscriptionEventType[];

/** One of the events whose payload isn't shown. */
export const readCommercialEvent = readChoice(commercialEvents);

/** One of the 16 statuses. */
export const readStatus = readChoice(subscriptionStatuses);

/** An ISO 8601 duration. */
export function readDuration(node: DataNode): Duration {
  const duration = parseDuration(readText(node));
  if (duration) return duration;
  throw wrongAt(
    node,
    `"${String(node.value)}" must be an ISO 8601 duration of whole numbers, such as \`P14D\` or \`PT1H\`.`,
  );
}

/** What dates, ids and flags a step or a period sets. */
export function readDateRules(node: DataNode): DateRules {
  return Object.fromEntries(
    [...readMembers(node)].map(([name, member]) => [fieldName(name, member), readDateRule(member)]),
  );
}

/** A name in snake case. */
export function readName(node: DataNode): string {
  return fieldName(readText(node), node);
}

/** Checks that a name is in snake case. */
export function fieldName(name: string, node: DataNode): string {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
    throw wrongAt(node, `"${name}" must be a name in snake case.`);
  return name;
}

function readDateRule(node: DataNode): DateRules[string] {
  if (typeof node.value === "boolean") return node.value;
  const fields = readFields(node);
  const id = fields.optional("id", readName);
  if (id !== undefined) {
    fields.close();
    return { id };
  }
  const rule: DateRule = {
    input: fields.optional("input", readName),
    after: fields.optional("after", readDuration),
    before: fields.optional("before", readDuration),
    of: fields.optional("of", readName),
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
