import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterThisTest } from "../../clean-up.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Writes the one program in a language that the sandbox's guide shows into a folder that has oipkit installed, and returns that folder. */
export function writeGuideProgram(language: string, name: string): string {
  const guide = readFileSync(join(root, "docs/guide/sandbox.md"), "utf8");
  const [program = "", ...others] = guide.split(`\`\`\`${language}\n`).slice(1);
  if (program === "" || others.length > 0) throw new Error(`the guide must have one program in ${language}`);
  const folder = mkdtempSync(join(tmpdir(), "oipkit-guide-"));
  afterThisTest(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), program.slice(0, program.indexOf("```")));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}
