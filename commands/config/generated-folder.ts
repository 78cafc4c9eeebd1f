import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UsageError } from "../options/option.js";
import { installedSdks } from "../validate/installed-sdk.js";
import { hasCatalog, noCatalog } from "../validate/load-catalog.js";

/**
 * The generated folder to use, as an absolute path: the given one, else the configuration's `out`, else `./generated`
 * if oipkit wrote it, else the project's `@oipkit/sdk`, else one that is installed beside oipkit. Throws `DocumentsError` if
 * the named folder has no validators, and `UsageError` if no folder is found.
 */
export async function findGeneratedFolder(cwd: string, given: string | undefined): Promise<string> {
  const named = given ?? (await configured(cwd));
  if (named !== undefined) {
    const folder = resolve(cwd, named);
    if (hasCatalog(folder)) return folder;
    throw noCatalog(named);
  }
  const local = join(cwd, "generated");
  const found = (await isGenerated(local)) && hasCatalog(local) ? local : installedSdks(cwd)[0];
  if (found === undefined)
    throw new UsageError("there are no generated validators; name a folder with --validators");
  return found;
}

async function configured(cwd: string): Promise<string | undefined> {
  const { configNames } = await import("../options/named-file.js");
  if (!configNames.some((name) => existsSync(join(cwd, name)))) return undefined;
  const { readConfig } = await import("./config.js");
  return (await readConfig(cwd, undefined)).out;
}

async function isGenerated(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => "{}");
  try {
    return (JSON.parse(text) as { generator?: unknown } | null)?.generator === "oipkit";
  } catch {
    return false;
  }
}
