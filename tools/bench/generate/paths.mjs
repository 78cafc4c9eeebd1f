import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const benchFolder = dirname(fileURLToPath(import.meta.url));
export const root = join(benchFolder, "..", "..", "..");
export const peerModules = join(benchFolder, "node_modules");
export { description, descriptionPackage } from "../../github-description/install.mjs";
export const oipkit = join(root, "dist/cli/index.js");
