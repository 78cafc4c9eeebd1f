import {
  type Guard,
  type Lifecycle,
  type LifecycleStep,
  type Move,
  type PaymentOutcome,
  type StatusRules,
  stateFields,
  subscriptionStatuses,
  type TimerRules,
  triggers,
} from "../platform/commerce/lifecycle.js";
import type { SubscriptionStatus } from "../platform/records/commerce.js";
import { checkLifecycle } from "./check-lifecycle.js";
import { parseDataFile } from "./data-file.js";
import {
  type DataNode,
  readChoice,
  readFields,
  readFlag,
  readList,
  readMembers,
  readText,
  rootNode,
  wrongAt,
} from "./data-node.js";
import {
  eventNames,
  fieldName,
  readCommercialEvent,
  readDateRules,
  readDuration,
  readName,
  readStatus,
} from "./lifecycle-values.js";
import { readDataText } from "./read-data.js";

/** The last one that was read: most sandboxes of a process have the same, and reading it takes some 50 ms (measured). */
let last: { readonly text: string; readonly lifecycle: Lifecycle } | undefined;

/** Reads a file such as `contracts/sandbox/lifecycle.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readLifecycle(file: string): Lifecycle {
  const text = readDataText(file);
  if (last?.text !== text) last = { text, lifecycle: parseLifecycle({ file, text }) };
  return last.lifecycle;
}

/** Reads a lifecycle from YAML; `file` is its name in errors. Throws `SandboxDataError` if it is wrong. */
export function parseLifecycle(source: { readonly file: string; readonly text: string }): Lifecycle {
  const parsed = parseDataFile(source);
  const lifecycle = readContent(rootNode(parsed));
  const [problem] = checkLifecycle(lifecycle);
  if (problem) throw parsed.errorAt(problem.path, "data-rule", problem.message);
  return lifecycle;
}

/** Reads a lifecycle. What it says is checked by `checkLifecycle`, not here. */
function readContent(root: DataNode): Lifecycle {
  const fields = readFields(root);
  if (!readFlag(fields.required("x-sandbox")))
    throw wrongAt(root, "`x-sandbox` must be `true`: this file is no statement about the platform.");
  const producer = readText(fields.required("producer"));
  const checkout = readCheckout(fields.required("checkout"));
  const statuses = readStatuses(fields.required("statuses"));
  const timers = readTimers(fields.required("timers"));
  const periods = readFields(fields.required("periods"));
  const trial = readDateRules(periods.required("trial"));
  const plan = readDateRules(periods.required("plan"));
  periods.close();
  const moves = readList(fields.required("moves"), readMove(Object.keys(timers)));
  fields.close();
  return { producer, checkout, statuses, timers, periods: { trial, plan }, moves };
}

function readCheckout(node: DataNode): Lifecycle["checkout"] {
  const fields = readFields(node);
  const checkout = {
    lifetime: readDuration(fields.required("lifetime")),
    nextStep: readText(fields.required("next_step")),
  };
  fields.close();
  return checkout;
}

function readStatuses(node: DataNode): Lifecycle["statuses"] {
  const fields = readFields(node);
  const entries = subscriptionStatuses.map((status) => [status, readStatusRules(fields.required(status))]);
  fields.close();
  return Object.fromEntries(entries) as Record<SubscriptionStatus, StatusRules>;
}

const levels = ["none", "trial", "active", "unchanged", "held", "ended"] as const;

function readStatusRules(node: DataNode): StatusRules {
  const fields = readFields(node);
  const rules: StatusRules = {
    access: readChoice(levels)(fields.required("access")),
    shows: fields.optional("shows", (list) => readList(list, readChoice(stateFields))) ?? [],
    wayBack: fields.optional("way_back", readStatus),
    holds: fields.optional("holds", (list) => readList(list, readName)),
    ended: fields.optional("ended", readFlag) ?? false,
  };
  fields.close();
  return rules;
}

function readTimers(node: DataNode): Lifecycle["timers"] {
  return Object.fromEntries(
    [...readMembers(node)].map(([name, member]): [string, TimerRules] => {
      const fields = readFields(member);
      const timer = { at: readName(fields.required("at")), in: readList(fields.required("in"), readStatus) };
      fields.close();
      return [fieldName(name, member), timer];
    }),
  );
}

const outcomes: readonly PaymentOutcome[] = [
  "free",
  "succeeds",
  "fails",
  "requires_action",
  "pending",
  "unknown",
];

/** Reads a move that happens on a trigger or on one of the timers. */
const readMove =
  (timers: readonly string[]) =>
  (node: DataNode): Move => {
    const fields = readFields(node);
    const from = fields.required("from");
    const move: Move = {
      on: readChoice([...triggers, ...timers])(fields.required("on")),
      from: from.value === "nothing" ? [] : readList(from, readStatus),
      when: fields.optional("when", readGuard) ?? {},
      steps: readList(fields.required("steps"), readStep),
    };
    fields.close();
    if (move.from.length === 0 && from.value !== "nothing")
      throw wrongAt(from, "`from` needs a status, or is `nothing` for a purchase.");
    if (move.steps.length === 0) throw wrongAt(node, "A move needs a step.");
    return move;
  };

function readGuard(node: DataNode): Guard {
  const fields = readFields(node);
  const guard: Guard = {
    payment: fields.optional("payment", (list) => readList(list, readChoice(outcomes))),
    trial: fields.optional("trial", readFlag),
    wayBack: fields.optional("way_back", (list) => readList(list, readStatus)),
  };
  fields.close();
  return guard;
}

function readStep(node: DataNode): LifecycleStep {
  const fields = readFields(node);
  const step: LifecycleStep = {
    to: fields.optional("to", readTarget) ?? "unchanged",
    event: fields.optional("event", readChoice(eventNames)),
    reason: fields.optional("reason", readName),
    period: fields.optional("period", readChoice(["trial", "first", "next"])),
    plan: fields.optional("plan", readChoice(["chosen", "scheduled", "pending"])),
    set: fields.optional("set", readDateRules) ?? {},
    clear: fields.optional("clear", (list) => readList(list, readName)) ?? [],
    emits: fields.optional("emits", (list) => readList(list, readCommercialEvent)) ?? [],
    payment: fields.optional("payment", readChoice(["not_required", "pending", "succeeded", "failed"])),
    operation: fields.optional("operation", readChoice(["pending", "succeeded", "failed"])) ?? "succeeded",
    nextStep: fields.optional("next_step", readText),
  };
  fields.close();
  if (step.event && step.reason === undefined) throw wrongAt(node, "A step with an event needs a `reason`.");
  const changes =
    step.to !== "unchanged" ||
    step.period ||
    step.plan ||
    step.reason ||
    Object.keys(step.set).length > 0 ||
    step.clear.length > 0;
  if (!step.event && changes)
    throw wrongAt(
      node,
      "Only a step with an `event` can change the subscription, since each version has exactly one.",
    );
  return step;
}

function readTarget(node: DataNode): LifecycleStep["to"] {
  if (node.value === "unchanged" || node.value === "way-back") return node.value;
  return readStatus(node);
}
