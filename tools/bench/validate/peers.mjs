import { execFile } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { benchFolder, root } from "./paths.mjs";

const peer = join(benchFolder, "node_modules/@sourcemeta/jsonschema");

/** Installs the packages in the lock file if they are missing, without running their scripts. */
export async function installPeers() {
  if (existsSync(peer)) return;
  process.stderr.write("installing the package to compare with\n");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await promisify(execFile)(npm, ["ci", "--ignore-scripts", "--loglevel=error"], { cwd: benchFolder });
}

/** jsonschema's own executable for this machine, without the Node process in which its npm package starts it. */
export function peerBinary() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "x86_64" : process.arch;
  const name = `jsonschema-${system}-${architecture}${system === "windows" ? ".exe" : ""}`;
  const path = join(peer, "build/github-releases", name);
  if (!existsSync(path)) throw new Error(`@sourcemeta/jsonschema has no executable ${name}`);
  chmodSync(path, 0o755);
  return path;
}

/** @returns {Promise<readonly { name: string, version: string }[]>} */
export async function readPackages() {
  const paths = [join(root, "package.json"), join(peer, "package.json")];
  const read = async (path) => {
    const { name, version } = JSON.parse(await readFile(path, "utf8"));
    return { name, version };
  };
  return [...(await Promise.all(paths.map(read))), { name: "node", version: process.versions.node }];
}
