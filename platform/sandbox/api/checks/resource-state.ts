import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The subscription's state permits the change. The same command again gets its answer again, whatever the state is now. */
export const resourceState = defineCheck({
  name: "resource-state",
  clause: "§5.5",
  look: ({ target: { subscription }, trigger, possible, idempotency }) => ({
    subscription: subscription?.id ?? null,
    status: subscription?.status ?? null,
    wanted: trigger ?? null,
    possible,
    replay: idempotency.replay,
  }),
  decide: ({ subscription, status, wanted, possible, replay }) => {
    if (subscription === null || wanted === null) return notNeeded;
    if (replay || possible.includes(wanted)) return passed;
    return denied("resource-state", `${wanted} isn't possible in the status ${status}.`);
  },
});
