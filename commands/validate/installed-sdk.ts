import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hasCatalog } from "./load-catalog.js";

/** The folders of `@oipkit/sdk` that have validators: the one that a project uses, then one beside oipkit. */
export function installedSdks(cwd: string): string[] {
  return [join(cwd, "package.json"), import.meta.url]
    .flatMap((from) => {
      try {
        return dirname(createRequire(from).resolve("@oipkit/sdk/index.js"));
      } catch {
        return [];
      }
    })
    .filter(hasCatalog);
}
