import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "..", "..", "..");
export const peerModules = join(benchFolder, "node_modules");
/** Output of typia's transform: in `node_modules`, where it finds typia and git ignores it. */
export const typiaOutput = join(peerModules, ".built", "event.js");
export const contracts = join(root, "contracts");
export const oipkit = join(root, "dist/cli/index.js");
/** The measured event: the one that allows the most values of `status`. */
export const event = {
  name: "oem.subscription.updated.v1",
  message: "SubscriptionUpdated",
  file: "subscription-updated",
};
