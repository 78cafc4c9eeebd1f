import type { Declaration } from "../commands/options/option.js";
import { type ExitCode, safeTerminal, type Terminal } from "../commands/terminal/terminal.js";

/** How a command is called. */
interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A command: its own module is loaded only when it is called. */
export interface Command {
  readonly summary: string;
  load(call?: Call): Promise<{
    run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
    readonly declaration: Declaration;
  }>;
}

/** Every command, by name. */
export const commands: Readonly<Record<string, Command>> = {
  changelog: {
    summary: "Writes what changed between two versions of contracts, for people who use the API.",
    load: () => import("../commands/changelog/command/command.js"),
  },
  conform: {
    summary: "Runs the conformance suite against a receiver.",
    load: () => import("../commands/conform/command/command.js"),
  },
  deliveries: {
    summary: "Lists, shows and retries deliveries of an engine; pauses and resumes endpoints.",
    load: () => import("../commands/deliveries/command.js"),
  },
  diff: {
    summary: "Compares two versions of contracts by their meaning: what a change breaks, and for whom.",
    load: () => import("../commands/diff/command/command.js"),
  },
  generate: {
    summary: "Generates types, clients, validators, fixtures and reference pages from contracts.",
    load: () => import("../commands/generate/command.js"),
  },
  inbox: {
    summary: "Lists, shows, retries and purges events in a receiver's inbox.",
    load: () => import("../commands/inbox/command.js"),
  },
  init: {
    summary: "Writes a project with a running receiver, a client, tests and a CI workflow.",
    load: () => import("../commands/init/command.js"),
  },
  lint: {
    summary: "Checks the style and the safety of contracts, and corrects what it safely can.",
    load: () => import("../commands/lint/command/command.js"),
  },
  listen: {
    summary: "Forwards the sandbox's deliveries to a receiver, and shows them as they go.",
    load: () => import("../commands/listen/command.js"),
  },
  manifest: {
    summary: "Builds, verifies and compares manifests of built applications, with a digest of each file.",
    load: async (call) => {
      const { startThreads } = await import("../commands/manifest/command/start-threads.js");
      const threads = call === undefined ? [] : startThreads(call.args, call.cwd);
      const { declaration, run } = await import("../commands/manifest/command/command.js");
      return { declaration, run: (args, terminal) => run(args, terminal, threads) };
    },
  },
  mcp: {
    summary: "Offers these commands to an assistant as tools, by the Model Context Protocol.",
    load: () => import("../commands/mcp/command.js"),
  },
  mock: {
    summary: "Serves an OpenAPI document: checks requests, answers from examples, or compares a real server.",
    load: () => import("../commands/mock/command/command.js"),
  },
  receive: {
    summary: "Runs a webhook receiver that verifies, records and prints each event.",
    load: () => import("../commands/receive/command.js"),
  },
  receiver: {
    summary: "Creates or updates the tables of a receiver's store.",
    load: () => import("../commands/receiver-migrate/command.js"),
  },
  sandbox: {
    summary: "Runs the whole platform on this machine: identity, API, deliveries, and a clock to move.",
    load: () => import("../commands/sandbox/command.js"),
  },
  send: {
    summary: "Sends one signed example of an event to a receiver.",
    load: () => import("../commands/send/command.js"),
  },
  trigger: {
    summary: "Makes an event of a type happen in the running sandbox.",
    load: () => import("../commands/trigger/command.js"),
  },
  update: {
    summary: "Takes the newest contract, generates again, and proposes the version and its changelog.",
    load: () => import("../commands/update/command.js"),
  },
  validate: {
    summary: "Checks JSON and NDJSON documents against generated validators.",
    load: () => import("../commands/validate/command/command.js"),
  },
};

async function commandHelp(command: Command): Promise<string> {
  const [{ declaration }, { helpText }] = await Promise.all([
    command.load(),
    import("../commands/options/help.js"),
  ]);
  return helpText(declaration);
}

function findCommand(name: string | undefined): Command | undefined {
  if (name !== undefined && Object.hasOwn(commands, name)) return commands[name];
  return undefined;
}

/**
 * Runs a command line and returns the exit code; never throws and never exits the process. All output goes through
 * `safeTerminal`.
 */
export async function main(args: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal = safeTerminal(given, args);
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      const topic = findCommand(rest[0]);
      terminal.out(topic ? await commandHelp(topic) : overview());
      if (name === undefined) return 2;
      return 0;
    }
    if (name === "--version" || name === "-v") {
      const { packageVersion } = await import("../reader/package-version.js");
      terminal.out(`${await packageVersion()}\n`);
      return 0;
    }
    const command = findCommand(name);
    if (command === undefined) {
      const { didYouMean } = await import("@oipkit/runtime/nearest-names");
      terminal.err(
        `oipkit: unknown command ${name}${didYouMean(name, Object.keys(commands))}\n\n${overview()}`,
      );
      return 2;
    }
    const { declaration, run } = await command.load({ args: rest, cwd: terminal.cwd });
    const end = rest.indexOf("--");
    const flags = end < 0 ? rest : rest.slice(0, end);
    if (flags.includes("--help") || flags.includes("-h")) {
      terminal.out(await commandHelp(command));
      return 0;
    }
    if (!("env-file" in declaration.options)) return await run(rest, terminal);
    const { withEnvFile } = await import("../commands/options/env-file.js");
    return await run(rest, await withEnvFile(rest, terminal));
  } catch (error) {
    const { describeFailure } = await import("../commands/terminal/describe-failure.js");
    terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`);
    return 2;
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: oipkit <command> [options]\n\nCommands:\n${list.join("\n")}\n\n\`oipkit <command> --help\` lists a command's options, \`oipkit --version\` prints the version.\nExit codes: 0 fine, 1 findings, 2 couldn't run.\n`;
}
