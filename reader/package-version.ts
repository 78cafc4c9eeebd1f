import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "./package-root.js";

/** The version of oipkit. */
export async function packageVersion(): Promise<string> {
  const text = await readFile(join(packageRoot, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
