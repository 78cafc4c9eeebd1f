import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "..", "..", "..");
export const built = join(root, "runtime/dist/webhook/index.js");
export const eventType = "oem.subscription.updated.v1";
export const example = join(root, "contracts/examples", eventType, "full.json");
