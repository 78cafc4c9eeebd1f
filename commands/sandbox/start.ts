import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { StoreFailure } from "@oipkit/runtime/stores";
import {
  type ControlClient,
  ControlError,
  createControlClient,
  type Schemas,
  setUpApplication,
} from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { PortUnavailable } from "../options/ports.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { untilStopped } from "../terminal/until-stopped.js";
import {
  assertNoneRuns,
  makeFolder,
  removeControlFile,
  replacePrivately,
  sandboxFolder,
  writeControlFile,
} from "./control.js";
import { fillEnv } from "./fill-env.js";
import type { SandboxSettings, StartSettings } from "./options.js";

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
  readonly stamps: "real" | "clock";
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
  await assertNoneRuns(cwd);
  await makeFolder(cwd);
  const sandbox = await startSandbox(toOptions(settings, cwd)).catch((error: unknown) => {
    throw startFailure(error, settings);
  });
  terminal.takeSignals?.();
  try {
    const { url, token } = sandbox.control;
    const client = createControlClient({ control: url, token });
    const state = await client.call("readState");
    const made = await madeEnvironment(client, { cwd, others: state.applications.length });
    if (made.CLIENT_SECRET === undefined) terminal.err(`${noSecrets}\n`);
    const environment = { ...made, ...(await activeSecret(client, made)), ...environmentLines(state) };
    await keepEnvironment(cwd, environment);
    if (settings.env !== undefined) await fillEnv(cwd, settings.env, environment);
    await writeControlFile(cwd, { control: url, token, pid: process.pid });
    if (format === "json")
      terminal.out(
        `${json({ origin: sandbox.origin, control: url, token, clock: state.clock, environment })}\n`,
      );
    else {
      const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const head = [`# sandbox and Console on ${sandbox.origin}, ${state.clock.mode} at ${state.clock.now}`];
      const places = [
        "in .oipkit/sandbox.env",
        ...(settings.env === undefined ? [] : [`in ${settings.env}`]),
      ];
      const rest = [`# these lines are ${places.join(" and ")}, the control's token in .oipkit/sandbox.json`];
      terminal.out(`${[...head, ...lines, ...rest].map((line) => printable(line)).join("\n")}\n`);
    }
    const stops = [untilStopped(terminal)];
    if (settings.isUntilStdinEnds && terminal.stdin !== undefined) stops.push(inputEnd(terminal.stdin()));
    await Promise.race(stops);
  } finally {
    await removeControlFile(cwd, sandbox.control);
    await sandbox.close();
  }
  return 0;
}

/** Resolves when nobody can write to standard input any more. What is written is ignored. */
async function inputEnd(input: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of input);
  } catch {
    // A broken input has ended, too.
  }
}

function toOptions(
  { port, host, hosts, store, seed, frozen, at, stamps, data }: StartSettings,
  cwd: string,
): Parameters<StartSandbox>[0] {
  return {
    port,
    host,
    hosts,
    seed,
    file: store.kind === "sqlite" ? resolve(cwd, store.file) : undefined,
    // Without a URL, the driver reads the `PG…` environment variables.
    postgres: store.kind === "postgres" ? (store.connectionString ?? "") : undefined,
    clock: { start: at, frozen },
    stamps: stamps === "sandbox" ? "clock" : "real",
    data: data === undefined ? undefined : resolve(cwd, data),
    smallHeap: true,
  };
}

/** The failure with its place and a remedy: a port that is taken, or a store that can't be used. */
function startFailure(error: unknown, { port, host, store }: StartSettings): unknown {
  if (error instanceof OipkitError) return error;
  const { code, message: reason, syscall } = error as NodeJS.ErrnoException;
  // A database's own errors have a code as well, such as 3D000 for one that doesn't exist.
  if (store.kind === "postgres" && code !== undefined && syscall !== "listen") {
    const text = `the PostgreSQL database of --store can't be used: ${reason || code}`;
    return new StoreFailure("store-unreachable", text, { cause: error });
  }
  if (code !== "EADDRINUSE") return error;
  const message = `port ${port} of ${host} is taken, perhaps by another sandbox; choose another one with --port, or 0 for a free one`;
  return new PortUnavailable(message, { cause: error });
}

/** Variables for a `.env`, by name. */
type Environment = Readonly<Record<string, string>>;

const file = "sandbox.env";

/** The addresses, which may change with each start. */
function environmentLines({ api_url, issuers }: Schemas["SandboxState"]): Environment {
  const issuer = issuers.find(({ environment }) => environment === "sandbox")?.issuer;
  return { SERVICE_API_BASE: api_url, ...(issuer !== undefined && { SERVICE_IDENTITY_ISSUER: issuer }) };
}

/** In the file while an application is made. A sandbox that is killed then has one whose secrets nobody was shown. */
const unfinished = "# an application is being made\n";

const noSecrets =
  "no secrets are kept in .oipkit/sandbox.env, and those of an application are shown only once: make another application in the Console, or begin with a new store";

/** What only a new application shows: of one that is made now, or kept beside a store that outlives the process. */
async function madeEnvironment(
  client: ControlClient,
  { cwd, others }: { readonly cwd: string; readonly others: number },
): Promise<Environment> {
  const text = await readFile(join(cwd, sandboxFolder, file), "utf8").catch(() => "");
  if (others > 0 && text !== unfinished) return readEnvironment(text);
  await replacePrivately(join(await makeFolder(cwd), file), unfinished);
  return newApplication(client, others === 0 ? "First application" : `Application ${others + 1}`);
}

/** The signing secret, which may have been rotated since it was kept, and the one before it. */
async function activeSecret(client: ControlClient, kept: Environment): Promise<Environment> {
  const { APPLICATION_ID: application, WEBHOOK_SECRET: before } = kept;
  if (application === undefined || before === undefined) return {};
  const { secret } = await client
    .call("revealSigningSecret", { path: { application_id: application } })
    .catch((error: unknown) => {
      // The application is another store's, or was revoked.
      if (error instanceof ControlError && error.refusal !== undefined) return { secret: null };
      throw error;
    });
  if (secret === null || secret === before) return {};
  return { WEBHOOK_SECRET: secret, WEBHOOK_PREVIOUS_SECRET: before };
}

function readEnvironment(text: string): Environment {
  const lines = text.split("\n").flatMap((line) => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [[name, value ?? ""] as const];
  });
  return Object.fromEntries(lines);
}

/** Keeps it for the next start, in a file that only its owner may read. */
async function keepEnvironment(cwd: string, environment: Environment): Promise<void> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await replacePrivately(join(await makeFolder(cwd), file), lines.join(""));
}

/** Where web frameworks listen by default; another one is set by `changeIdentity`. */
const redirectUri = "http://127.0.0.1:3000/callback";

/** Creates an application with which one can begin at once. Returns what only its creation shows. */
async function newApplication(control: ControlClient, name: string): Promise<Environment> {
  const application = await setUpApplication(control, { name, redirectUris: [redirectUri] });
  return {
    APPLICATION_ID: application.id,
    ORGANIZATION_ID: application.organization,
    ENVIRONMENT: application.environment,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    USER_CLIENT_ID: application.userClientId,
    REDIRECT_URI: redirectUri,
    // Deliveries aren't encrypted until the endpoint asks for it; a receiver with a key would expect that.
    WEBHOOK_SECRET: application.signingSecret,
    WEBHOOK_VERIFICATION_TOKEN: application.verificationToken,
  };
}
