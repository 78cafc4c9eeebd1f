import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { PackedPackage } from "./install.js";

/** The relevant members of a package's manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** `null` excludes a specifier that a pattern would match. */
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly default: string } | null>
  >;
}

/** The manifest of an installed package. */
export function packageManifest({ installed }: PackedPackage): Manifest {
  return JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Manifest;
}

/** Every specifier that the packages export, with `*` expanded to the packed files. */
export function specifiers(): string[] {
  return inject("installation").packages.flatMap(packageSpecifiers);
}

function packageSpecifiers(found: PackedPackage): string[] {
  const entries = Object.entries(packageManifest(found).exports);
  const hidden = entries.flatMap(([key, target]) =>
    target === null ? [key.replace(/^\./, found.name)] : [],
  );
  const offered = entries.flatMap(([key, target]) => {
    if (target === null) return [];
    const file = typeof target === "string" ? target : target.default;
    const name = key.replace(/^\./, found.name);
    const [before = "", after] = file.slice("./".length).split("*");
    if (after === undefined) return [name];
    return found.packed
      .filter((path) => path.startsWith(before) && path.endsWith(after))
      .map((path) => name.replace("*", path.slice(before.length, -after.length)));
  });
  return offered.filter((name) => !hidden.some((pattern) => covers(pattern, name)));
}

function covers(pattern: string, name: string): boolean {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return name === pattern;
  return name.startsWith(before) && name.endsWith(after);
}

/** The source of a module that imports everything; `rest` receives the names of the imports. */
export function importingAll(rest: (names: string) => string): string {
  const imports = specifiers().map((specifier, index) => {
    const attribute = specifier.endsWith(".json") ? ' with { type: "json" }' : "";
    return `import * as m${index} from "${specifier}"${attribute};`;
  });
  return [...imports, rest(imports.map((_, index) => `m${index}`).join(", "))].join("\n");
}
