import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { benchFolder, peerModules, root } from "./paths.mjs";

/** Installs the packages in the lock file if they are missing, without their scripts, and runs typia's transform. */
export async function preparePeers() {
  const { dependencies } = await readJson(join(benchFolder, "package.json"));
  for (const [name, version] of Object.entries(dependencies)) {
    const installed = await readVersion(peerModules, name).catch(() => undefined);
    if (installed === version) continue;
    process.stderr.write("installing the packages to compare with\n");
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await timeChild({ file: npm, args: ["ci", "--ignore-scripts", "--loglevel=error"], cwd: benchFolder });
    break;
  }
  const tspc = join(peerModules, "ts-patch/bin/tspc.js");
  await timeChild({ file: process.execPath, args: [tspc, "-p", "tsconfig.json"], cwd: benchFolder });
}

/** The compared packages, oipkit first. */
export async function readPackages() {
  const { version } = await readJson(join(root, "package.json"));
  const peers = ["ajv", "ajv-formats", "typebox", "typia"];
  return [
    { name: "oipkit", version },
    ...(await Promise.all(
      peers.map(async (name) => ({ name, version: await readVersion(peerModules, name) })),
    )),
  ];
}

/**
 * @param {string} modules
 * @param {string} name
 * @returns {Promise<string>}
 */
async function readVersion(modules, name) {
  return (await readJson(join(modules, name, "package.json"))).version;
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
