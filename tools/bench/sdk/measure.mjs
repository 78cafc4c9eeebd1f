import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { timeChild } from "../child-process.mjs";
import { root } from "../generate/paths.mjs";
import { folder as benchFolder } from "./cases.mjs";
import { openInEditor } from "./editor.mjs";

/**
 * @typedef {object} Measured
 * @property {import("./cases.mjs").Case} one
 * @property {string} call
 * @property {string | undefined} event
 * @property {number} files
 * @property {number} lines
 * @property {number} longest characters of the longest line of code
 * @property {number} gzipped bytes of a minified bundle of the call
 * @property {readonly (readonly [word: string, shown: string])[]} hovers
 * @property {string} wrong the compiler's errors for a body with a member of the wrong type
 */

/**
 * Generates an SDK, and measures what a program that calls one of its operations meets.
 * @param {import("./cases.mjs").Case} one
 * @param {string} folder
 * @param {AbortSignal} signal
 * @returns {Promise<Measured>}
 */
export async function measure(one, folder, signal) {
  const project = join(folder, one.id);
  const out = join(project, "generated");
  await mkdir(out, { recursive: true });
  await symlink(join(root, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
  await timeChild({ file: process.execPath, args: one.args(out), cwd: project, signal });
  const file = join(project, "call.ts");
  await cp(join(benchFolder, "calls", one.call), file);
  const call = await readFile(file, "utf8");
  const right = openInEditor(file, call);
  if (right.errors().length > 0) throw new Error(`${one.id}: ${right.errors().join("\n")}`);
  const wrong = openInEditor(file, call.replace("days: 14", 'days: "14"')).errors();
  if (wrong.length === 0) throw new Error(`${one.id}: a wrong body isn't refused`);
  const event = await takesEvents(one, project);
  const texts = await generatedTexts(out);
  const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
  return {
    one,
    call,
    event,
    files: texts.length,
    lines: lines.length,
    longest: Math.max(...lines.filter((line) => !/^\s*(?:\*|\/[*/])/.test(line)).map((line) => line.length)),
    gzipped: await bundledBytes(file),
    hovers: ["days", "due", "lendBook(", 'POST("/loans"'].flatMap((word) => {
      if (!call.includes(word)) return [];
      return [[word.replace(/\(.*/, ""), right.hover(word)]];
    }),
    wrong: wrong.join("\n"),
  };
}

/**
 * The program that takes webhooks, once the compiler has accepted it and refused a member that their bodies don't have.
 * @param {import("./cases.mjs").Case} one
 * @param {string} project
 */
async function takesEvents(one, project) {
  if (one.event === undefined) return undefined;
  const file = join(project, "event.ts");
  await cp(join(benchFolder, "events", one.event), file);
  const text = await readFile(file, "utf8");
  const errors = openInEditor(file, text).errors();
  if (errors.length > 0) throw new Error(`${one.id}: ${errors.join("\n")}`);
  const wrong = openInEditor(file, text.replace("body.due", "body.dew")).errors();
  if (wrong.length === 0) throw new Error(`${one.id}: a wrong member of an event isn't refused`);
  return text;
}

/** @param {string} folder */
async function generatedTexts(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")));
}

/** @param {string} input */
async function bundledBytes(input) {
  const build = await rolldown({ input, platform: "browser", logLevel: "silent" });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}
