import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { buildManifest } from "../build/build-manifest.js";
import type { HashThread } from "../hashing/start-worker.js";
import type { ManifestSettings } from "./options.js";

type BuildSettings = ManifestSettings & { readonly action: "build" };

/** Builds a manifest, and writes it unless there is an error, with threads that are running already. Throws `ManifestError` if it can't run. */
export async function build(
  settings: BuildSettings,
  terminal: Terminal,
  threads: readonly HashThread[],
): Promise<ExitCode> {
  const { values, folder, file } = settings;
  const { cwd } = terminal;
  const started = terminal.now();
  const { entry, container, runtime, base, ignore, jobs } = values;
  // Modules that aren't needed to start the threads are loaded while these start.
  const ending = (): Promise<typeof import("./finish-build.js")> => import("./finish-build.js");
  const built = await buildManifest({
    folder,
    cwd,
    entry,
    container,
    runtime,
    base,
    ignore,
    jobs,
    threads,
    version: values["from-package"] ? await packageVersion(cwd) : values["artifact-version"],
    format: async () => {
      const [{ loadFormat }] = await Promise.all([import("./format.js"), ending()]);
      return loadFormat(settings, cwd);
    },
    maxFile: values["max-file"],
    without: file === undefined ? [] : await pathInside(resolve(cwd, folder), resolve(cwd, file)),
  });
  const { finishBuild } = await ending();
  return finishBuild({ built, settings, seconds: (terminal.now() - started) / 1000 }, terminal);
}

async function packageVersion(cwd: string): Promise<string> {
  const { readPackageVersion } = await import("../build/package-version.js");
  return readPackageVersion(cwd);
}

/** The path of a file relative to a folder, links resolved. */
async function pathInside(folder: string, file: string): Promise<string[]> {
  const at = await Promise.all([realpath(folder), realpath(dirname(file))]).catch(() => undefined);
  if (at === undefined) return [];
  return [relative(at[0], join(at[1], basename(file))).replaceAll("\\", "/")];
}
