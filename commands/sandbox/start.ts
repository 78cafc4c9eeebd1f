import { resolve } from "node:path";
import { createControlClient } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { PortUnavailable } from "../options/ports.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { makeFolder, removeControlFile, writeControlFile } from "./control-file.js";
import { environmentLines, keepEnvironment, keptEnvironment } from "./environment.js";
import { firstApplication } from "./first-application.js";
import type { SandboxSettings, StartSettings } from "./settings.js";

/** A sandbox that runs. */
export interface RunningSandbox {
  readonly origin: string;
  readonly control: { readonly url: string; readonly token: string };
  readonly close: () => Promise<void>;
}

/** How a sandbox is started: by `@oipkit/sandbox`. */
export type StartSandbox = (options: {
  readonly port: number;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly file: string | undefined;
  readonly postgres: string | undefined;
  readonly seed: string | undefined;
  readonly clock: { readonly start: number | undefined; readonly frozen: boolean };
  readonly data: string | undefined;
  readonly smallHeap: boolean;
}) => Promise<RunningSandbox>;

/** Runs a sandbox until it is signalled to stop. Throws `OipkitError` if it can't start. */
export async function start(
  { start: settings, format }: SandboxSettings,
  terminal: Terminal,
  startSandbox: StartSandbox,
): Promise<ExitCode> {
  const { cwd } = terminal;
  await makeFolder(cwd);
  const sandbox = await startSandbox(optionsOf(settings, cwd)).catch((error: unknown) => {
    throw portFailure(error, settings);
  });
  try {
    const { url, token } = sandbox.control;
    const client = createControlClient({ control: url, token });
    const state = await client.call("readState");
    // What only a new application shows is kept beside a store that outlives the process.
    const isNew = state.applications.length === 0;
    const made = isNew ? await firstApplication(client) : await keptEnvironment(cwd);
    const environment = { ...made, ...environmentLines(state) };
    await keepEnvironment(cwd, environment);
    await writeControlFile(cwd, { control: url, token, pid: process.pid });
    if (format === "json")
      terminal.out(
        `${json({ origin: sandbox.origin, control: url, token, clock: state.clock, environment })}\n`,
      );
    else {
      const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const head = [`# sandbox and Console on ${sandbox.origin}, ${state.clock.mode} at ${state.clock.now}`];
      const rest = [`# these lines are in .oipkit/sandbox.env, the control's token in .oipkit/sandbox.json`];
      terminal.out(`${[...head, ...lines, ...rest].map((line) => printable(line)).join("\n")}\n`);
    }
    await ended(terminal);
  } finally {
    await removeControlFile(cwd, sandbox.control);
    await sandbox.close();
  }
  return 0;
}

function optionsOf(
  { port, host, hosts, store, seed, frozen, at, data }: StartSettings,
  cwd: string,
): Parameters<StartSandbox>[0] {
  return {
    ...{ port, host, hosts, seed },
    file: store.kind === "sqlite" ? resolve(cwd, store.file) : undefined,
    // Without a URL, the driver reads the `PG…` environment variables.
    postgres: store.kind === "postgres" ? (store.connectionString ?? "") : undefined,
    clock: { start: at, frozen },
    data: data === undefined ? undefined : resolve(cwd, data),
    smallHeap: true,
  };
}

function portFailure(error: unknown, { port, host }: StartSettings): unknown {
  if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") return error;
  const message = `port ${port} of ${host} is taken, perhaps by another sandbox; choose another one with --port, or 0 for a free one`;
  return new PortUnavailable(message, { cause: error });
}

function ended({ signal, outClosed }: Terminal): Promise<void> {
  return new Promise((done) => {
    for (const each of [signal, outClosed]) {
      if (each?.aborted) done();
      each?.addEventListener("abort", () => done(), { once: true });
    }
  });
}
