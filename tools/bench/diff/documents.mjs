import { execFile } from "node:child_process";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { installDescription, descriptionPackage as installed } from "../../github-description/install.mjs";

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..", "..");
export const oipkit = join(root, "dist/cli/index.js");
export const redocly = join(here, "node_modules/@redocly/cli/bin/cli.js");

const description = "generated/api.github.com.json";
/** The major version before the installed one, as npm has it. */
export const oldVersion = "22.0.0";

/** Installs what the lock file pins; no package's script runs. */
export async function installPeers() {
  const exists = await stat(redocly).catch(() => undefined);
  if (exists === undefined) await run("npm", ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: here });
  await installDescription();
}

/**
 * The GitHub REST description in two versions, and this repository's contracts in a folder of their own.
 * @param {string} scratch
 */
export async function prepare(scratch) {
  await run("npm", ["pack", `@octokit/openapi@${oldVersion}`, "--loglevel=error"], { cwd: scratch });
  const archive = `octokit-openapi-${oldVersion}.tgz`;
  await run("tar", ["-xzf", archive, `package/${description}`], { cwd: scratch });
  const contracts = join(scratch, "platform");
  await mkdir(contracts);
  await run("cp", ["-r", join(root, "contracts"), contracts]);
  await git(contracts, "init", "-q", "-b", "main");
  await git(contracts, "add", "-A");
  await git(
    contracts,
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@example.org",
    "commit",
    "-qm",
    "base",
  );
  await writeFile(
    join(contracts, "contracts/new.schema.json"),
    '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }',
  );
  return {
    old: join(scratch, "package", description),
    new: join(installed, description),
    platform: contracts,
  };
}

/**
 * @param {string} cwd
 * @param {...string} args
 */
function git(cwd, ...args) {
  return run("git", args, { cwd });
}
