import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "..", "..", "..");
export const oipkit = join(root, "dist/cli/index.js");
export const validators = join(root, "generated/dist");
export const bareLoop = join(benchFolder, "bare-loop.mjs");

export const eventType = "oem.subscription.renewed.v1";
export const asyncapi = join(root, "contracts/events.asyncapi.yaml");
export const example = join(root, "contracts/examples", eventType, "minimal.json");
