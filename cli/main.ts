import { type Command, commands } from "./command-list.js";
import { safeTerminal } from "./safe-terminal.js";
import type { ExitCode, Terminal } from "./terminal.js";

async function helpOf(command: Command): Promise<string> {
  const [{ declaration }, { helpText }] = await Promise.all([command.load(), import("./options/help.js")]);
  return helpText(declaration);
}

function commandOf(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/**
 * Runs a command line and returns the exit code; never throws and never exits the process. All output goes through
 * `safeTerminal`.
 */
export async function main(args: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal = safeTerminal(given);
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      const topic = commandOf(rest[0]);
      terminal.out(topic ? await helpOf(topic) : overview());
      return name === undefined ? 2 : 0;
    }
    if (name === "--version" || name === "-v") {
      const { packageVersion } = await import("../generator/package-version.js");
      terminal.out(`${await packageVersion()}\n`);
      return 0;
    }
    const command = commandOf(name);
    if (command === undefined) {
      terminal.err(`oipkit: unknown command ${name}\n\n${overview()}`);
      return 2;
    }
    const { run } = await command.load();
    const end = rest.indexOf("--");
    const flags = end < 0 ? rest : rest.slice(0, end);
    if (flags.includes("--help") || flags.includes("-h")) {
      terminal.out(await helpOf(command));
      return 0;
    }
    return await run(rest, terminal);
  } catch (error) {
    const { describeFailure } = await import("./describe-failure.js");
    terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`);
    return 2;
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: oipkit <command> [options]\n\nCommands:\n${list.join("\n")}\n\n\`oipkit <command> --help\` lists a command's options, \`oipkit --version\` prints the version.\nExit codes: 0 fine, 1 findings, 2 couldn't run.\n`;
}
