import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runCommand } from "../../../cli/run-command.js";
import { withoutTypes } from "../../../compiled-files.js";

/** Contracts and what was generated from them, as a program that uses them has it: compiled, in a folder of its own. */
export interface GeneratedProject {
  readonly folder: string;
  /** What `generate` printed. */
  readonly printed: string;
  /** Imports a module of the generated folder: `api/client`. */
  load<Module>(module: string): Promise<Module>;
  remove(): Promise<void>;
}

const runtime = fileURLToPath(new URL("../../../../../runtime/dist/", import.meta.url));

/** Writes contracts, runs `oipkit generate` with its defaults, and compiles the result. Throws if the run fails. */
export async function generatedProject(files: Readonly<Record<string, object>>): Promise<GeneratedProject> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-entry-paths-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, "contracts", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(content));
  }
  const only = "types,client,validators,webhooks,protocol";
  const { exitCode, out, err } = await runCommand(folder, "generate", "--only", only, "--no-cache");
  if (exitCode !== 0) throw new Error(`generate: ${err}${out}`);
  const generated = join(folder, "generated");
  for (const path of await readdir(generated, { recursive: true })) {
    if (!path.endsWith(".ts")) continue;
    const compiled = withoutTypes(path, await readFile(join(generated, path), "utf8"));
    const linked = compiled.replace(
      /(["'])@oipkit\/runtime\/(\w+)\1/g,
      (_, quote: string, name: string) =>
        `${quote}${pathToFileURL(join(runtime, name, "index.js")).href}${quote}`,
    );
    await writeFile(join(generated, path.replace(/\.ts$/, ".js")), linked);
  }
  return {
    folder,
    printed: out + err,
    load: (module) => import(pathToFileURL(join(generated, `${module}.js`)).href),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
