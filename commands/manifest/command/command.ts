import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import type { HashThread } from "../hashing/start-worker.js";
import { manifestCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = manifestCommand;

/** Runs the command, with threads for a build that are running already. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  threads: readonly HashThread[] = [],
): Promise<ExitCode> {
  const settings = readSettings(args);
  switch (settings.action) {
    case "build":
      return (await import("./build.js")).build(settings, terminal, threads);
    case "verify":
      return (await import("./verify.js")).verify(settings, terminal);
    case "diff":
      return (await import("./diff.js")).diff(settings, terminal);
  }
}
