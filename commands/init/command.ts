import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { initCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = initCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args, terminal);
  switch (settings.kind) {
    case "sdk": {
      const { initSdk } = await import("./sdk/init-sdk.js");
      return initSdk(settings, { terminal, fetch });
    }
    case "contract": {
      const { initContract } = await import("./contract/init-contract.js");
      return initContract(settings, terminal);
    }
    case "receiver": {
      const { initReceiver } = await import("./receiver/init-receiver.js");
      return initReceiver(settings, terminal);
    }
  }
}
