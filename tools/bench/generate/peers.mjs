import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { benchFolder, descriptionPackage, peerModules, root } from "./paths.mjs";

/**
 * @typedef {{ readonly name: string, readonly version: string, readonly engines: string }} Package
 */

/** Installs what the lock file pins if it is missing; no package's script runs. */
export async function installPeers() {
  const { dependencies } = await readJson(join(benchFolder, "package.json"));
  for (const [name, version] of Object.entries(dependencies)) {
    const installed = await readPackage(peerModules, name).catch(() => undefined);
    if (installed?.version === version) continue;
    process.stderr.write("installing the packages to compare with\n");
    const args = ["ci", "--ignore-scripts", "--loglevel=error"];
    await timeChild({ file: process.platform === "win32" ? "npm.cmd" : "npm", args, cwd: benchFolder });
    return;
  }
}

/** What took part, the product first. */
export async function readPackages() {
  const { version, engines } = await readJson(join(root, "package.json"));
  const peers = ["openapi-typescript", "@hey-api/openapi-ts", "orval", "typescript"];
  return [
    { name: "oipkit", version, engines: engines.node },
    ...(await Promise.all(peers.map((name) => readPackage(peerModules, name)))),
    await readPackage(join(descriptionPackage, "../.."), "@octokit/openapi"),
  ];
}

/** The Node that the lock file pins, for the line that current peers ask for; nothing on other platforms. */
export function pinnedNode() {
  const path = join(peerModules, `node-${process.platform}-${process.arch}`, "bin/node");
  if (existsSync(path)) return path;
  return undefined;
}

/**
 * @param {string} modules
 * @param {string} name
 * @returns {Promise<Package>}
 */
async function readPackage(modules, name) {
  const { version, engines } = await readJson(join(modules, name, "package.json"));
  return { name, version, engines: engines?.node ?? "any" };
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
