import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { Catalog, LoadableEvents } from "./catalog.js";
import { DocumentsError } from "./errors.js";

/** The file in a generated folder that lists its validators: compiled, or as it was generated. */
function findCatalog(folder: string): string | undefined {
  return ["catalog.js", "catalog.ts"]
    .map((name) => join(folder, "validators", name))
    .find((path) => existsSync(path));
}

/** Whether a folder has validators that `oipkit generate` wrote. */
export function hasCatalog(folder: string): boolean {
  return findCatalog(folder) !== undefined;
}

/** Loads the catalog of a generated folder, given by absolute path. Throws `DocumentsError` if there is none. */
export async function loadCatalog(folder: string): Promise<Catalog> {
  const path = findCatalog(folder);
  if (path === undefined) throw noCatalog(folder);
  if (path.endsWith(".js")) return importCatalog(path);
  const { compiledValidators } = await import("./compiled-validators.js");
  const compiled = await compiledValidators(folder);
  if (compiled !== undefined) return importCatalog(join(compiled, "validators", "catalog.js"));
  const { importModule } = await import("../../generator/plugins/import-module.js");
  return (await importModule(path, [])) as Catalog;
}

async function importCatalog(path: string): Promise<Catalog> {
  return (await import(pathToFileURL(path).href)) as Catalog;
}

/** The error for a folder without validators; `shown` is its path as the user gave it. */
export function noCatalog(shown: string): DocumentsError {
  const message = `${shown} has no validators; create them with \`oipkit generate\``;
  return new DocumentsError("validators-missing", message);
}

/**
 * The protocol of an event set; `undefined` if it has none. Throws `DocumentsError` if it can't be loaded, as in a
 * folder with only TypeScript.
 */
export async function loadSetProtocol(set: LoadableEvents): Promise<Protocol | undefined> {
  try {
    return await set.loadProtocol?.();
  } catch (cause) {
    const message = `cannot load the protocol of \`${set.name}\`: compile the generated folder, or use a compiled one`;
    throw new DocumentsError("validators-missing", message, { cause });
  }
}

/** Names of the properties whose values must never be printed. */
export function secretNames({ secrets = [], eventSets }: Catalog): readonly string[] {
  return [...secrets, ...eventSets.flatMap(({ protocol }) => protocol?.token ?? [])];
}
