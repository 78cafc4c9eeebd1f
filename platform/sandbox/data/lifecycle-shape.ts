import { subscriptionStatuses } from "../platform/commerce/event-statuses.js";
import {
  type Lifecycle,
  type StatusRules,
  stateFields,
  type TimerRules,
} from "../platform/commerce/lifecycle.js";
import type { SubscriptionStatus } from "../platform/records/commerce.js";
import { type DataNode, fieldsOf, flagOf, listOf, membersOf, oneOf, textOf, wrongAt } from "./data-node.js";
import { moveOf } from "./lifecycle-moves.js";
import { dateRulesOf, durationOf, fieldName, nameOf, statusOf } from "./lifecycle-values.js";

/** Reads a lifecycle. What it says is checked by `checkLifecycle`, not here. */
export function lifecycleOf(root: DataNode): Lifecycle {
  const fields = fieldsOf(root);
  if (!flagOf(fields.required("x-sandbox")))
    throw wrongAt(root, "`x-sandbox` must be `true`: this file is no statement about the platform.");
  const producer = textOf(fields.required("producer"));
  const checkout = checkoutOf(fields.required("checkout"));
  const statuses = statusesOf(fields.required("statuses"));
  const timers = timersOf(fields.required("timers"));
  const periods = fieldsOf(fields.required("periods"));
  const trial = dateRulesOf(periods.required("trial"));
  const plan = dateRulesOf(periods.required("plan"));
  periods.close();
  const moves = listOf(fields.required("moves"), moveOf(Object.keys(timers)));
  fields.close();
  return { producer, checkout, statuses, timers, periods: { trial, plan }, moves };
}

function checkoutOf(node: DataNode): Lifecycle["checkout"] {
  const fields = fieldsOf(node);
  const checkout = {
    lifetime: durationOf(fields.required("lifetime")),
    nextStep: textOf(fields.required("next_step")),
  };
  fields.close();
  return checkout;
}

function statusesOf(node: DataNode): Lifecycle["statuses"] {
  const fields = fieldsOf(node);
  const entries = subscriptionStatuses.map((status) => [status, statusRulesOf(fields.required(status))]);
  fields.close();
  return Object.fromEntries(entries) as Record<SubscriptionStatus, StatusRules>;
}

const levels = ["none", "trial", "active", "unchanged", "held", "ended"] as const;

function statusRulesOf(node: DataNode): StatusRules {
  const fields = fieldsOf(node);
  const rules: StatusRules = {
    access: oneOf(levels)(fields.required("access")),
    shows: fields.optional("shows", (list) => listOf(list, oneOf(stateFields))) ?? [],
    wayBack: fields.optional("way_back", statusOf),
    holds: fields.optional("holds", (list) => listOf(list, nameOf)),
    ended: fields.optional("ended", flagOf) ?? false,
  };
  fields.close();
  return rules;
}

function timersOf(node: DataNode): Lifecycle["timers"] {
  return Object.fromEntries(
    [...membersOf(node)].map(([name, member]): [string, TimerRules] => {
      const fields = fieldsOf(member);
      const timer = { at: nameOf(fields.required("at")), in: listOf(fields.required("in"), statusOf) };
      fields.close();
      return [fieldName(name, member), timer];
    }),
  );
}
