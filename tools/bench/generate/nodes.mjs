import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pinnedNode } from "./peers.mjs";

/** @typedef {import("./measure.mjs").NodeBinary} NodeBinary */

/**
 * The versions of Node to measure with, each once.
 * @param {readonly string[]} [paths] default: the running one and the pinned one
 * @returns {Promise<readonly NodeBinary[]>}
 */
export async function readNodes(paths) {
  const pinned = pinnedNode();
  const wanted = paths ?? [process.execPath, ...(pinned === undefined ? [] : [pinned])];
  /** @type {Map<string, NodeBinary>} */
  const nodes = new Map();
  for (const path of wanted) {
    const { stdout } = await promisify(execFile)(path, ["-p", "process.versions.node"]);
    const version = stdout.trim();
    if (!nodes.has(version)) nodes.set(version, { path, version });
  }
  return [...nodes.values()];
}
