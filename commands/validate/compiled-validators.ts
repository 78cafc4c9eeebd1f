import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, keepNewest } from "../../generator/cache/cache-folder.js";
import { packageVersion } from "../../reader/package-version.js";

/** Copies that are kept; a run may still load modules of one that isn't the newest. */
const kept = 8;

/**
 * A folder with the validators of a generated folder as JavaScript, each file without its types: in `node_modules/.cache/oipkit`,
 * so that only the first run after a change takes the time. `undefined` if there is no such folder or it can't be written, and if the
 * validators need other files.
 */
export async function compiledValidators(folder: string): Promise<string | undefined> {
  const home = await cacheFolder(folder, "validators");
  if (home === undefined) return undefined;
  const sources = await readSources(join(folder, "validators"));
  const hash = createHash("sha256").update(await packageVersion());
  for (const { path, text } of sources) hash.update(`\n${path} ${text.length}\n${text}`);
  const digest = hash.digest("hex");
  const target = join(home, digest);
  if (existsSync(target)) return target;
  let partial: string | undefined;
  try {
    const compiled = await compile(sources);
    await mkdir(home, { recursive: true });
    partial = await mkdtemp(`${target}.`);
    await writeCompiled(partial, compiled);
    // Another run may have been faster.
    await rename(partial, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
    await keepNewest(home, /^[0-9a-f]{64}(?:\.[0-9A-Za-z]+)?$/, kept);
    return target;
  } catch {
    // The copy only saves time.
    return undefined;
  } finally {
    if (partial !== undefined) await rm(partial, { recursive: true, force: true }).catch(() => {});
  }
}

type Sources = readonly { readonly path: string; readonly text: string }[];

async function readSources(folder: string): Promise<Sources> {
  const names = (await readdir(folder)).filter((name) => /(?<!\.d)\.ts$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: `validators/${name}`,
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
}

/** The validators as JavaScript. All are compiled before the first is written: one that needs another file leaves no write under way. */
async function compile(sources: Sources): Promise<Sources> {
  const [{ default: ts }, { withImportExtension }] = await Promise.all([
    import("typescript"),
    import("../../generator/form/import-extension.js"),
  ]);
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  return withImportExtension(sources, "js").map(({ path, text }) => {
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    for (const { fileName } of ts.preProcessFile(outputText, true, true).importedFiles)
      if (/^\.\.|^\.\/.*\//.test(fileName)) throw new Error(`${path} needs ${fileName}`);
    return { path: path.replace(/\.ts$/, ".js"), text: outputText };
  });
}

async function writeCompiled(folder: string, compiled: Sources): Promise<void> {
  await mkdir(join(folder, "validators"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await Promise.all(compiled.map(({ path, text }) => writeFile(join(folder, path), text)));
}
