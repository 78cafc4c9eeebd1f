import { resolve } from "node:path";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { watchRuns } from "../terminal/watch-files.js";
import { runGenerations } from "./generation.js";
import type { GenerationSettings } from "./options.js";
import { pluginFiles } from "./produce.js";

/**
 * Generates, then generates again after each change of a contract, template or plugin. A broken contract is reported, and
 * the last output stays until the contract is fixed.
 */
export async function watchContracts(settings: GenerationSettings, terminal: Terminal): Promise<ExitCode> {
  const { contracts, overlays, templates, plugins } = settings;
  const named: string[] = [...contracts, ...overlays];
  if (templates !== undefined) named.push(templates);
  return watchRuns(
    {
      paths: named.map((path) => resolve(terminal.cwd, path)),
      run: async () => (await runGenerations([settings], terminal)).inputs,
      others: () => pluginFiles(plugins),
    },
    terminal,
  );
}
