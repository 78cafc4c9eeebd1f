import { createOperator, type Operator, type Store, systemClock } from "@oipkit/delivery";
import type { SandboxClock } from "../clock/sandbox-clock.js";

/** Delivers again what failed. */
export type Redeliveries = Pick<Operator, "redeliverAll" | "redelivered">;

/** On a sandbox's store and clock. The rate goes by real time, since the sandbox's may stand still. `onWork` is called when there is something to deliver. */
export function createRedeliveries(store: Store, clock: SandboxClock, onWork: () => void): Redeliveries {
  const { redelivered, redeliverAll } = createOperator({ store, clock });
  return {
    redelivered,
    async redeliverAll(asked) {
      const outcome = await redeliverAll({ pace: systemClock, ...asked });
      onWork();
      return outcome;
    },
  };
}
