import type { Guard, Move, PaymentOutcome, Step } from "../platform/commerce/lifecycle.js";
import { triggers } from "../platform/commerce/triggers.js";
import { type DataNode, fieldsOf, flagOf, listOf, oneOf, textOf, wrongAt } from "./data-node.js";
import { commercialEventOf, dateRulesOf, eventNames, nameOf, statusOf } from "./lifecycle-values.js";

const outcomes: readonly PaymentOutcome[] = [
  "free",
  "succeeds",
  "fails",
  "requires_action",
  "pending",
  "unknown",
];

/** Reads a move that happens on a trigger or on one of the timers. */
export const moveOf =
  (timers: readonly string[]) =>
  (node: DataNode): Move => {
    const fields = fieldsOf(node);
    const from = fields.required("from");
    const move: Move = {
      on: oneOf([...triggers, ...timers])(fields.required("on")),
      from: from.value === "nothing" ? [] : listOf(from, statusOf),
      when: fields.optional("when", guardOf) ?? {},
      steps: listOf(fields.required("steps"), stepOf),
    };
    fields.close();
    if (move.from.length === 0 && from.value !== "nothing")
      throw wrongAt(from, "`from` needs a status, or is `nothing` for a purchase.");
    if (move.steps.length === 0) throw wrongAt(node, "A move needs a step.");
    return move;
  };

function guardOf(node: DataNode): Guard {
  const fields = fieldsOf(node);
  const guard: Guard = {
    payment: fields.optional("payment", (list) => listOf(list, oneOf(outcomes))),
    trial: fields.optional("trial", flagOf),
    wayBack: fields.optional("way_back", (list) => listOf(list, statusOf)),
  };
  fields.close();
  return guard;
}

function stepOf(node: DataNode): Step {
  const fields = fieldsOf(node);
  const step: Step = {
    to: fields.optional("to", targetOf) ?? "unchanged",
    event: fields.optional("event", oneOf(eventNames)),
    reason: fields.optional("reason", nameOf),
    period: fields.optional("period", oneOf(["trial", "first", "next"])),
    plan: fields.optional("plan", oneOf(["chosen", "scheduled", "pending"])),
    set: fields.optional("set", dateRulesOf) ?? {},
    clear: fields.optional("clear", (list) => listOf(list, nameOf)) ?? [],
    emits: fields.optional("emits", (list) => listOf(list, commercialEventOf)) ?? [],
    payment: fields.optional("payment", oneOf(["not_required", "pending", "succeeded", "failed"])),
    operation: fields.optional("operation", oneOf(["pending", "succeeded", "failed"])) ?? "succeeded",
    nextStep: fields.optional("next_step", textOf),
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

function targetOf(node: DataNode): Step["to"] {
  return node.value === "unchanged" || node.value === "way-back" ? node.value : statusOf(node);
}
