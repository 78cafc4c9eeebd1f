import { resolve } from "node:path";
import { pluginFiles } from "../../generate/plugin-files.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { watchRuns } from "../../terminal/watch-files.js";
import { pluginsOf } from "./configuration.js";
import { lint } from "./run.js";
import type { LintRun } from "./settings.js";

/** Lints, then lints again after each change of a contract or a plugin, until the terminal's signal. */
export async function watchLint(run: LintRun, terminal: Terminal): Promise<ExitCode> {
  return watchRuns(
    {
      paths: [...run.inputs, ...run.overlays].map((path) => resolve(terminal.cwd, path)),
      run: async () => (await lint(run, terminal)).files,
      others: () => pluginFiles(pluginsOf(run.configured)),
    },
    terminal,
  );
}
