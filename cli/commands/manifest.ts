import { manifestCommand } from "../manifest/options.js";
import { readSettings } from "../manifest/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = manifestCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const [{ findGeneratedFolder }, { loadManifestFormat }] = await Promise.all([
    import("../generated-folder.js"),
    import("../../manifest/format.js"),
  ]);
  const { validators, as } = settings.values;
  const format = await loadManifestFormat(await findGeneratedFolder(terminal.cwd, validators), as);
  switch (settings.action) {
    case "build":
      return (await import("../manifest/build.js")).build(settings, format, terminal);
    case "verify":
      return (await import("../manifest/verify.js")).verify(settings, format, terminal);
    case "diff":
      return (await import("../manifest/diff.js")).diff(settings, format, terminal);
  }
}
