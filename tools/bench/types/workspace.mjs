import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { benchFolder, editor, peerModules, root, tsc } from "./paths.mjs";

const compilerOptions = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "NodeNext",
  moduleResolution: "NodeNext",
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Creates a project for each case: the generated client and the program that uses it. Verifies that the compiler accepts
 * the program and rejects invalid variants; otherwise, the speed would be meaningless.
 * @param {readonly import("./cases.mjs").Case[]} cases
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function prepareProjects(cases, folder, signal) {
  await mkdir(join(folder, "node_modules"));
  for (const name of ["typescript", "openapi-fetch"])
    await symlink(join(peerModules, name), join(folder, "node_modules", name));
  for (const name of ["oipkit", "@oipkit"])
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  for (const one of cases) {
    process.stderr.write(`generating ${one.label}\n`);
    const project = join(folder, one.id);
    await mkdir(join(project, "src"), { recursive: true });
    await cp(join(benchFolder, "use", one.use), join(project, "use.ts"));
    await writeFile(join(project, "package.json"), '{ "type": "module" }\n');
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    await timeChild({
      file: process.execPath,
      args: one.generate(join(project, "src")),
      cwd: project,
      signal,
    });
    await requireStrict(one, project, signal);
  }
}

/**
 * @param {import("./cases.mjs").Case} one
 * @param {string} project
 * @param {AbortSignal} signal
 */
async function requireStrict({ label }, project, signal) {
  const path = join(project, "use.ts");
  const right = await readFile(path, "utf8");
  for (const [good, bad] of [
    ['title: "t"', "title: false"],
    ["const total: number", "const total: string"],
    ["repository.", "nothing."],
  ]) {
    await writeFile(path, right.replace(good ?? "", bad ?? ""));
    const passes = await timeChild({ file: process.execPath, args: [editor], cwd: project, signal }).then(
      () => true,
      () => false,
    );
    if (passes || !right.includes(good ?? "")) throw new Error(`${label}: ${bad} isn't rejected`);
  }
  await writeFile(path, right);
  await timeChild({ file: process.execPath, args: [tsc, "--noEmit"], cwd: project, signal });
}
