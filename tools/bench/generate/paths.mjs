import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "..", "..", "..");
export const peerModules = join(benchFolder, "node_modules");
export const description = join(root, "node_modules/@octokit/openapi/generated/api.github.com.json");
export const oipkit = join(root, "dist/cli/index.js");
