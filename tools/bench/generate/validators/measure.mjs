import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeChild } from "../../child-process.mjs";
import { oipkit } from "../paths.mjs";

const preload = fileURLToPath(new URL("../../peak-memory.mjs", import.meta.url));

/**
 * @typedef {{ readonly document: import("../documents/documents.mjs").Document, readonly times: number[], readonly memory: number[], readonly written: number }} Measured
 * milliseconds, the peak in MB, and bytes of the last round
 */

/**
 * Generates the validators of a document, each time in a process of its own.
 * @param {import("../documents/documents.mjs").Document} document
 * @param {{ readonly runs: number, readonly scratch: string, readonly signal: AbortSignal }} plan
 * @returns {Promise<Measured>}
 * @throws {Error} if the generation fails
 */
export async function measure(document, { runs, scratch, signal }) {
  const measured = { document, times: [], memory: [], written: 0 };
  const cwd = join(scratch, "validators");
  const [out, peak] = [join(cwd, "out"), join(cwd, "peak")];
  const args = [
    ...["--import", preload, oipkit, "generate", "--contracts", document.path, "--out", out],
    ...["--only", "validators", "--examples", "off", "--no-cache", "--max-file", "64000000"],
  ];
  for (let round = 0; round < runs; round++) {
    process.stderr.write(`${document.name}: round ${round + 1} of ${runs}\n`);
    await mkdir(cwd);
    try {
      process.env.PEAK_MEMORY = peak;
      measured.times.push(await timeChild({ file: process.execPath, args, cwd, signal }));
      measured.memory.push(Number(await readFile(peak, "utf8")));
      measured.written = await sizeOf(out);
    } finally {
      delete process.env.PEAK_MEMORY;
      await rm(cwd, { recursive: true });
    }
  }
  return measured;
}

/** @param {string} folder */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
