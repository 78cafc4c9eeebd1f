import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { benchFolder, root } from "./paths.mjs";

const peers = ["standardwebhooks", "@octokit/webhooks-methods"];

/** Installs what the lock file pins if it is missing; no package's script runs. */
export async function installPeers() {
  if (peers.every((name) => existsSync(join(benchFolder, "node_modules", name)))) return;
  process.stderr.write("installing the packages to compare with\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await promisify(execFile)(npm, ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: benchFolder });
}

/** @returns {Promise<readonly string[]>} names with versions */
export async function readVersions() {
  const folders = [root, ...peers.map((name) => join(benchFolder, "node_modules", name))];
  folders.push(join(root, "node_modules/pg"));
  const packages = await Promise.all(
    folders.map(async (folder) => JSON.parse(await readFile(join(folder, "package.json"), "utf8"))),
  );
  return [...packages.map(({ name, version }) => `${name} ${version}`), `Node ${process.versions.node}`];
}
