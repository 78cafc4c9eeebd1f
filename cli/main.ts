import { packageVersion } from "../generator/package-version.js";
import { describeFailure } from "./describe-failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** A command: its own module is loaded only when it is called. */
interface Command {
  readonly summary: string;
  load(): Promise<{
    run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
    readonly help: string;
  }>;
}

const commands: Readonly<Record<string, Command>> = {
  conform: {
    summary: "Runs the conformance suite against a receiver.",
    load: () => import("./commands/conform.js"),
  },
  generate: {
    summary: "Makes types, clients, validators, fixtures and reference pages of contracts.",
    load: () => import("./commands/generate.js"),
  },
  inbox: {
    summary: "Lists, shows, retries and purges events of a receiver's inbox.",
    load: () => import("./commands/inbox.js"),
  },
  receive: {
    summary: "Runs a webhook receiver that verifies, records and prints each event.",
    load: () => import("./commands/receive.js"),
  },
  receiver: {
    summary: "Makes or updates the tables of a receiver's store.",
    load: () => import("./commands/receiver-migrate.js"),
  },
  send: {
    summary: "Sends one signed example of an event to a receiver.",
    load: () => import("./commands/send.js"),
  },
  validate: {
    summary: "Checks JSON and NDJSON documents against generated validators.",
    load: () => import("./commands/validate.js"),
  },
};

function commandOf(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Runs a command line and gives the exit code; never throws and never exits the process. */
export async function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      const topic = commandOf(rest[0]);
      terminal.out(topic ? (await topic.load()).help : overview());
      return name === undefined ? 2 : 0;
    }
    if (name === "--version" || name === "-v") {
      terminal.out(`${await packageVersion()}\n`);
      return 0;
    }
    const command = commandOf(name);
    if (command === undefined) {
      terminal.err(`oipkit: there is no command ${name}\n\n${overview()}`);
      return 2;
    }
    const { run, help } = await command.load();
    const end = rest.indexOf("--");
    const flags = end < 0 ? rest : rest.slice(0, end);
    if (flags.includes("--help") || flags.includes("-h")) {
      terminal.out(help);
      return 0;
    }
    return await run(rest, terminal);
  } catch (error) {
    terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`);
    return 2;
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: oipkit <command> [options]\n\nCommands:\n${list.join("\n")}\n\n\`oipkit <command> --help\` lists a command's options, \`oipkit --version\` prints the version.\nExit codes: 0 fine, 1 findings, 2 couldn't run.\n`;
}
