// GitHub's REST description: a large real-world document for tests and benchmarks. Its package has 386 MB, so it is installed when
// one of these first needs it instead of by `npm ci`.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The package's folder. */
export const descriptionPackage = join(folder, "node_modules/@octokit/openapi");

/** The description of api.github.com, in JSON. */
export const description = join(descriptionPackage, "generated/api.github.com.json");

/** Installs the package if it isn't there. */
export async function installDescription() {
  if (existsSync(description)) return;
  process.stderr.write("installing GitHub's REST description (@octokit/openapi)\n");
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await promisify(execFile)("npm", args, { cwd: folder });
}
