import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeChild } from "../child-process.mjs";

/** The program, as it is installed. */
export const oipkit = fileURLToPath(new URL("../../../dist/cli/oipkit.js", import.meta.url));
const validators = fileURLToPath(new URL("../../../generated", import.meta.url));
const cores = availableParallelism();

/**
 * Something that hashes the files in the folder `files` of `cwd`; resolves with its wall time in milliseconds.
 * @typedef {{ readonly name: string, run(cwd: string, signal: AbortSignal): Promise<number> }} Case
 */

/** A whole process, its start included. */
const wholeProcess = (name, file, args) => ({
  name,
  run: (cwd, signal) => timeChild({ file, args, cwd, signal }),
});

/** The function that hashes, in this process, its threads included. */
const hashing = {
  name: "hashFiles, in a running process",
  async run(cwd) {
    const { hashFiles } = await import("../../../dist/commands/manifest/hashing/hash-files.js");
    const folder = join(cwd, "files");
    const paths = await readdir(folder);
    const started = performance.now();
    await hashFiles(folder, paths, { maxFile: Number.MAX_SAFE_INTEGER });
    return performance.now() - started;
  },
};

/** openssl on all cores, with so many files for each process. @param {number} each */
const openssl = (each) =>
  wholeProcess(`openssl dgst -sha256, xargs -P ${cores} -n ${each}`, "sh", [
    "-c",
    `find files -type f -print0 | xargs -0 -P ${cores} -n ${each} openssl dgst -sha256`,
  ]);

const build = ["manifest", "build", "files", "--validators", validators, "--artifact-version", "1.0.0"];
const named = ["--runtime", "r", "--entry", "000.bin", "--container", "001.bin"];
const command = (...more) => [oipkit, ...build, ...named, ...more];

/** The cases; the first is the measure, the third what is measured. @param {number} files @returns {readonly Case[]} */
export function casesFor(files) {
  return [
    openssl(Math.ceil(files / cores)),
    hashing,
    wholeProcess("oipkit manifest build", process.execPath, command()),
    wholeProcess("oipkit manifest build --jobs 1", process.execPath, command("--jobs", "1")),
    openssl(1),
  ];
}
