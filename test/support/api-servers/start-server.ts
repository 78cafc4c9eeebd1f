import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Fault, ServerName } from "./faults/fault.js";

/** Someone whom a server knows. */
export interface Identity {
  readonly name: string;
  /** Whose objects it sees and changes. */
  readonly tenant: string;
  readonly mayWrite: boolean;
  /** What it sends with each request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that listens on the loopback interface, in a process of its own. It is empty when it starts. */
export interface StartedServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** The path of its OpenAPI document. */
  readonly document: string;
  /** Two writers of different tenants, then a reader of the first tenant. */
  readonly identities: readonly [first: Identity, second: Identity, reader: Identity];
  /** What it has written to its standard error. */
  readonly errors: () => string;
  /** Whether its process is still running. */
  readonly isRunning: () => boolean;
  readonly close: () => Promise<void>;
}

/** The port to listen on; 0, the default, is any that is free. */
export interface StartOptions {
  readonly port?: number;
}

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const startMs = 60_000;

const servers = {
  fastify: { command: process.execPath, program: "server.mjs", header: "authorization", prefix: "Bearer " },
  express: { command: process.execPath, program: "server.mjs", header: "x-api-key", prefix: "" },
  python: { command: "python3", program: "server.py", header: "authorization", prefix: "Bearer " },
} as const;

const credentials = {
  fastify: ["north-writer-token", "south-writer-token", "north-reader-token"],
  express: ["east-manager-key", "west-manager-key", "east-viewer-key"],
  python: ["daily-editor-token", "weekly-editor-token", "daily-reader-token"],
} as const;

/** The names of all servers. */
export const serverNames = Object.keys(servers) as ServerName[];

/** Starts a server, with a fault if one is given. Rejects if the fault doesn't apply or the server doesn't start. */
export async function startServer(
  name: ServerName,
  fault?: Fault,
  { port = 0 }: StartOptions = {},
): Promise<StartedServer> {
  const { command, program } = servers[name];
  const folder = mkdtempSync(join(tmpdir(), "oipkit-api-server-"));
  for (const [file, text] of sourceFiles(name, fault)) writeFileSync(join(folder, file), text);
  symlinkSync(modules, join(folder, "node_modules"), "dir");
  const env = { ...process.env, PORT: String(port), PYTHONDONTWRITEBYTECODE: "1" };
  const child = spawn(command, [join(folder, program)], { env, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    written = (written + text).slice(-65_536);
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const close = async (): Promise<void> => {
    if (isRunning()) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(child, () => written);
    const document = join(here, name, "openapi.yaml");
    return { url, document, identities: identities(name), errors: () => written, isRunning, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The source files of a server by name, with a fault. Throws if its text doesn't occur exactly once. */
export function sourceFiles(name: ServerName, fault?: Fault): ReadonlyMap<string, string> {
  if (fault !== undefined && fault.server !== name) throw new Error(`${fault.id} isn't a fault of ${name}`);
  const names = readdirSync(join(here, name)).filter((file) => /\.(?:mjs|py)$/.test(file));
  const files = new Map(names.map((file) => [file, readFileSync(join(here, name, file), "utf8")]));
  if (fault === undefined) return files;
  const [from, to] = fault.replace;
  const found = [...files].filter(([, text]) => text.includes(from));
  const [file, text] = found[0] ?? ["", ""];
  const parts = text.split(from);
  if (found.length !== 1 || parts.length !== 2)
    throw new Error(`${fault.id}: not exactly once in the source of ${name}: ${from}`);
  return files.set(file, parts.join(to));
}

function identities(name: ServerName): StartedServer["identities"] {
  const { header, prefix } = servers[name];
  const identity = (credential: string): Identity => {
    const [tenant = "", role] = credential.split("-");
    const mayWrite = role !== "reader" && role !== "viewer";
    return { name: credential, tenant, mayWrite, headers: { [header]: prefix + credential } };
  };
  const [first, second, reader] = credentials[name];
  return [identity(first), identity(second), identity(reader)];
}

/** Waits for the line with which a server says where it listens. */
async function readyUrl(child: ChildProcess, errors: () => string): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error("the server has no standard output");
  const late = setTimeout(() => child.kill("SIGKILL"), startMs);
  try {
    for await (const line of createInterface({ input: stdout })) {
      const url = /^ready (http:\S+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      stdout.resume();
      return url;
    }
  } finally {
    clearTimeout(late);
  }
  throw new Error(`the server doesn't start: ${errors()}`);
}
