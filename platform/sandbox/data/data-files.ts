import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The data files of the sandbox. */
export type DataFileName = "seed.yaml" | "lifecycle.yaml" | "deliveries.yaml" | "api.yaml" | "identity.yaml";

/** Beside the compiled program, and in a clone. */
const folders = ["../contracts/", "../../../contracts/sandbox/"];

/** The path of a data file: the one of a folder, if it has one, or that which comes with the sandbox. */
export function dataFile(name: DataFileName, folder?: string): string {
  const own = folder === undefined ? undefined : join(folder, name);
  if (own !== undefined && existsSync(own)) return own;
  const paths = folders.map((each) => fileURLToPath(new URL(each + name, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? (paths[0] as string);
}
