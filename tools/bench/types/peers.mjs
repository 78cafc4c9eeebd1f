import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { benchFolder, descriptionPackage, peerModules, root } from "./paths.mjs";

const names = ["@hey-api/openapi-ts", "openapi-fetch", "openapi-typescript", "typescript"];

/** Installs the packages in the lock file if they are missing, without running their scripts. */
export async function installPeers() {
  const { dependencies } = await readJson(join(benchFolder, "package.json"));
  for (const [name, version] of Object.entries(dependencies)) {
    const installed = await readJson(join(peerModules, name, "package.json")).catch(() => undefined);
    if (installed?.version === version) continue;
    process.stderr.write("installing the packages to compare with\n");
    const args = ["ci", "--ignore-scripts", "--loglevel=error"];
    await timeChild({ file: process.platform === "win32" ? "npm.cmd" : "npm", args, cwd: benchFolder });
    return;
  }
}

/** The compared packages as `name version`, oipkit first. */
export async function readVersions() {
  const packages = [
    join(root, "package.json"),
    ...names.map((name) => join(peerModules, name, "package.json")),
    join(descriptionPackage, "package.json"),
  ];
  const read = await Promise.all(packages.map(readJson));
  return read.map(({ name, version }) => `${name} ${version}`);
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
