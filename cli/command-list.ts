import type { Declaration } from "./options/declaration.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** A command: its own module is loaded only when it is called. */
export interface Command {
  readonly summary: string;
  load(): Promise<{
    run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
    readonly declaration: Declaration;
  }>;
}

/** Every command, by name. */
export const commands: Readonly<Record<string, Command>> = {
  changelog: {
    summary: "Writes what changed between two versions of contracts, for people who use the API.",
    load: () => import("./commands/changelog.js"),
  },
  conform: {
    summary: "Runs the conformance suite against a receiver.",
    load: () => import("./commands/conform.js"),
  },
  diff: {
    summary: "Compares two versions of contracts by their meaning: what a change breaks, and for whom.",
    load: () => import("./commands/diff.js"),
  },
  generate: {
    summary: "Generates types, clients, validators, fixtures and reference pages from contracts.",
    load: () => import("./commands/generate.js"),
  },
  inbox: {
    summary: "Lists, shows, retries and purges events in a receiver's inbox.",
    load: () => import("./commands/inbox.js"),
  },
  init: {
    summary: "Writes a project with a running receiver, a client, tests and a CI workflow.",
    load: () => import("./commands/init.js"),
  },
  lint: {
    summary: "Checks the style and the safety of contracts, and corrects what it safely can.",
    load: () => import("./commands/lint.js"),
  },
  receive: {
    summary: "Runs a webhook receiver that verifies, records and prints each event.",
    load: () => import("./commands/receive.js"),
  },
  receiver: {
    summary: "Creates or updates the tables of a receiver's store.",
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
