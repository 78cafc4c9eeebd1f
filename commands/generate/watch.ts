import { resolve } from "node:path";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { watchRuns } from "../terminal/watch-files.js";
import { type GenerationSettings, runGeneration } from "./generation.js";
import { pluginFiles } from "./plugin-files.js";

/**
 * Generates, then generates again after each change of a contract, template or plugin. A broken contract is reported, and
 * the last output stays until the contract is fixed.
 */
export async function watchContracts(settings: GenerationSettings, terminal: Terminal): Promise<ExitCode> {
  const { contracts, overlays, templates, plugins } = settings;
  const named = [...contracts, ...overlays, ...(templates === undefined ? [] : [templates])];
  return watchRuns(
    {
      paths: named.map((path) => resolve(terminal.cwd, path)),
      run: async () => (await runGeneration(settings, terminal)).inputs,
      others: () => pluginFiles(plugins),
    },
    terminal,
  );
}
