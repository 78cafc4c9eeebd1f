import type { Move } from "../../platform/commerce/lifecycle.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";

type Shown = Schemas["LifecycleMove"];

/** The operations of the machine that subscriptions live by. */
export function lifecycleHandlers({ commerce }: Pick<SandboxParts, "commerce">): Handlers<"readLifecycle"> {
  const { statuses, moves, timers } = commerce.rules.lifecycle;
  const triggerOf = ({ on }: Move): Shown["trigger"] => {
    if (on === "checkout") return "checkout";
    if (on in timers) return "timer";
    return on === "payment_succeeds" || on === "payment_fails" ? "payment" : "command";
  };
  const shown = {
    statuses: Object.entries(statuses).map(([status, { access, ended }]) => ({ status, access, ended })),
    moves: moves.map((move) => ({
      move: move.on,
      trigger: triggerOf(move),
      from: [...move.from],
      to: targetsOf(move),
      event_types: distinct(move.steps.map(({ event }) => event)),
      reasons: distinct(move.steps.map(({ reason }) => reason)),
    })),
  };
  return { readLifecycle: () => shown };
}

/** Where a move ends: where its last step with a status leads. */
function targetsOf({ steps }: Move): string[] {
  const last = steps.filter(({ to }) => to !== "unchanged").at(-1);
  return [last?.to ?? "unchanged"];
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
