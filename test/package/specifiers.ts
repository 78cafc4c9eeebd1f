import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { repository } from "./install.js";

/** The package's manifest. */
export const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
  exports: Record<string, string>;
};

/** Every specifier that the package offers; a `*` stands for each packed file. */
export function specifiers(): string[] {
  const { packed } = inject("installation");
  return Object.entries(manifest.exports).flatMap(([name, target]) => {
    const [before = "", after] = target.slice("./".length).split("*");
    if (after === undefined) return [name.replace(/^\./, "oipkit")];
    return packed
      .filter((path) => path.startsWith(before) && /(?<!\.d)\.(?:js|json)$/.test(path))
      .map((path) => `${name.replace(/^\./, "oipkit").replace("*", "")}${path.slice(before.length)}`);
  });
}

/** A module that imports everything; `rest` is handed the names. */
export function importingAll(rest: (names: string) => string): string {
  const imports = specifiers().map((specifier, index) => {
    const attribute = specifier.endsWith(".json") ? ' with { type: "json" }' : "";
    return `import * as m${index} from "${specifier}"${attribute};`;
  });
  return [...imports, rest(imports.map((_, index) => `m${index}`).join(", "))].join("\n");
}
