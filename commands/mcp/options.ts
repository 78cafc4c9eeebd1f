import { readCommandLine } from "../options/command-line.js";
import { flag, UsageError, wholeNumber } from "../options/option.js";

/** Command-line declaration of `oipkit mcp`. */
export const mcpCommand = {
  usage: ["mcp [options]"],
  about:
    "Offers oipkit's commands as tools to an assistant, by the Model Context Protocol on standard input and output. Tools work in the folder in which it is started. It ends with its input.",
  options: {
    write: flag({
      description:
        "also offer the tools that send requests or change something: conform, send and sandbox_clock",
    }),
    timeout: wholeNumber({
      value: "MS",
      description: "how long a tool may take, in milliseconds",
      default: "120000",
      max: 3_600_000,
    }),
  },
  exitCodes: "0 its input ended, 2 couldn't run.",
};

/** Settings of the command, from the command line. */
export interface McpSettings {
  readonly mayWrite: boolean;
  readonly timeoutMs: number;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): McpSettings {
  const { values, positionals } = readCommandLine(mcpCommand, args);
  if (positionals.length > 0) throw new UsageError("unexpected argument: mcp takes only options");
  return { mayWrite: values.write, timeoutMs: values.timeout };
}
