import { readFile, stat } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createHealth, type Health } from "@oipkit/runtime/operations/health";
import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import { createProbe, type Probe } from "@oipkit/runtime/probe";
import type { Receiver } from "@oipkit/runtime/webhook";
import { allSecrets, type ReceiverCredentials, readCredentials } from "../options/credentials-file.js";
import { UsageError } from "../options/option.js";
import { listenOn, serveLocally } from "../options/ports.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { untilStopped } from "../terminal/until-stopped.js";
import { createLog, loadSdk, makeReceiver } from "./make-receiver.js";
import { openStores, reopenable, startRestartable } from "./open-stores.js";
import { ownBinding, type ReceiveSettings } from "./options.js";

/** How long requests and handlers that have begun may take after a signal, in milliseconds; a store keeps the events that are left. */
const graceMs = 600;

/** Runs a receiver until it is signalled to stop. Throws `OipkitError` if it can't start, and leaves nothing open. */
export async function receive(settings: ReceiveSettings, given: Terminal): Promise<ExitCode> {
  const { host } = settings;
  let probe: Probe | undefined;
  const terminal = settings.probePort === undefined ? given : recorded(given, (text) => probe?.record(text));
  const sdk = await loadSdk({ cwd: terminal.cwd, folder: settings.sdk, set: settings.events });
  const hasToken = sdk.protocol.token !== undefined;
  const { secrets: path } = settings;
  const secretsFile =
    path === undefined ? undefined : createSecretsFile(resolve(terminal.cwd, path), hasToken);
  const credentials =
    (await secretsFile?.read()) ?? readCredentials(terminal.env, { empty: "error", hasToken });
  const own = allSecrets(credentials);
  for (const secret of own) terminal.hide?.(secret);
  const redact = secretsFile?.known ?? (() => own);
  const logger = createLog(terminal, { level: settings.logLevel, redact });
  const application = ownBinding(sdk.protocol, settings.binding);
  const closers: (() => Promise<unknown>)[] = [];
  let endedAt: number | undefined;
  /** What is left of the grace, which begins with the first call. */
  const leftMs = (): number => {
    endedAt ??= terminal.now();
    return Math.max(0, endedAt + graceMs - terminal.now());
  };
  try {
    const stores = await reopenable(() => openStores(settings, terminal.cwd));
    closers.push(stores.close);
    probe = createProbe({
      enabled: settings.probePort !== undefined,
      application: application.id,
      inbox: stores.first.inbox,
      nonces: stores.first.nonces,
      restart: () => restartable.restart(),
      onFault: (error) => logger.error({ error }, "fault"),
    });
    const { inbox, nonces } = probe;
    const health = createHealth({
      checks: {
        inbox: () => inbox.check(),
        nonces: async () => nonces.check?.(),
        server: () => server.check(),
      },
      onFailure: (name, error) => logger.warn({ part: name, error }, "unavailable"),
    });
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : (await import("@oipkit/runtime/operations/metrics")).createReceiverMetrics({
            inbox,
            application: application.id,
          });
    const restartable = startRestartable({
      stores,
      makeReceiver: () =>
        makeReceiver({
          settings,
          credentials,
          application,
          sdk,
          terminal,
          logger,
          metrics,
          inbox,
          nonces,
          current: secretsFile?.read,
        }),
      probe,
    });
    closers.push(() => finish(restartable.current(), leftMs));
    const sides: SideServer[] = [];
    const opened = (side: SideServer): void => {
      sides.push(side);
      closers.push(side.close);
    };
    if (metrics !== undefined) {
      opened(await serveMetrics({ port: settings.metricsPort ?? 0, host, metrics, health }));
    }
    if (settings.probePort !== undefined) {
      opened(await serveProbe(settings.probePort, probe));
    }
    const server = createReceiverServer(metrics?.timed(restartable) ?? restartable, {
      path: settings.path,
      maxConcurrent: settings.maxConcurrent,
      onRefused: () => {
        metrics?.onRefused();
        logger.warn({}, "overloaded");
      },
      onBodyAborted: metrics?.onBodyAborted,
      onFault: (error) => logger.error({ error }, "fault"),
      ...(settings.health && { others: { "/healthz": health.listener } }),
    });
    closers.push(() => server.close({ graceMs: leftMs() }));
    terminal.takeSignals?.();
    const url = await listenOn(server, { flag: "port", port: settings.port, host });
    announce(terminal, settings, { url, sides, logger });
    await untilStopped(terminal);
    logger.info({}, "ending");
  } finally {
    for (const close of closers.reverse()) await close();
  }
  return 0;
}

interface Announcement {
  readonly url: string;
  readonly sides: readonly SideServer[];
  readonly logger: ReturnType<typeof createLog>;
}

/** Prints the addresses: to standard output for people, and to the log for programs that read events there. */
function announce(
  terminal: Terminal,
  { format }: ReceiveSettings,
  { url, sides, logger }: Announcement,
): void {
  const lines = [...sides.map((side) => `${side.name} on ${side.url}\n`), `listening on ${url}\n`];
  if (format === "pretty") terminal.out(lines.join(""));
  logger.info(Object.fromEntries(sides.map((side) => [side.name, side.url])), `listening on ${url}`);
}

/** Wraps a terminal so that all its output is recorded. */
function recorded(terminal: Terminal, add: (text: string) => void): Terminal {
  const writing =
    (write: Terminal["out"]): Terminal["out"] =>
    (text, kind) => {
      add(text);
      write(text, kind);
    };
  return { ...terminal, out: writing(terminal.out), err: writing(terminal.err) };
}

/** Handles acknowledged events for as long as the time limit allows; the rest stay in the store until the next start. */
async function finish(receiver: Receiver, leftMs: () => number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leftMs());
  });
  await Promise.race([receiver.drain().catch(() => {}), limit]);
  clearTimeout(timer);
  await receiver.close({ timeoutMs: leftMs() });
}

/** An additional server, on a port of its own. */
interface SideServer {
  readonly name: "metrics" | "probe";
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Options of the server for metrics and health checks. */
interface MetricsServerOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: ReceiverMetrics;
  readonly health: Health;
}

/** Serves metrics and health checks. Throws `PortUnavailable`. */
async function serveMetrics({ port, host, metrics, health }: MetricsServerOptions): Promise<SideServer> {
  const listener: RequestListener = (request, response) => {
    // Nobody reads a body here; the end of the connection ends it.
    if (request.headers["transfer-encoding"] ?? request.headers["content-length"]) {
      response.setHeader("connection", "close");
    }
    const asks = request.url?.startsWith("/healthz") ? health : metrics;
    asks.listener(request, response);
  };
  const { url, close } = await serveLocally({ flag: "metrics-port", port, host, listener });
  return { name: "metrics", url: `${url}/metrics`, close };
}

/** Serves the conformance probe on 127.0.0.1, whatever the endpoint's host. Throws `PortUnavailable`. */
async function serveProbe(port: number, { listener }: Pick<Probe, "listener">): Promise<SideServer> {
  const side = await serveLocally({ flag: "probe-port", port, host: "127.0.0.1", listener });
  return { name: "probe", ...side };
}

/** Credentials in a file, which may change while they are used. */
interface SecretsFile {
  /** Those of now. Rejects with `UsageError` if the file can't be read or lacks one. */
  readonly read: () => Promise<ReceiverCredentials>;
  /** All that it had lately, to be redacted from output. The same list as long as nothing changes. */
  readonly known: () => readonly string[];
}

/** Bytes that the file may have. */
const longest = 1024 * 1024;
/** Credentials that are still redacted after they have left the file. */
const mostKnown = 200;

/** Follows a file of `NAME=value` lines, as in a `.env`; it is read again whenever it has changed. `hasToken`: whether the protocol has one. */
function createSecretsFile(path: string, hasToken: boolean): SecretsFile {
  let held: { readonly stamp: string; readonly credentials: ReceiverCredentials } | undefined;
  let known: readonly string[] = [];
  return {
    async read() {
      try {
        const { mtimeMs, ctimeMs, ino, size } = await stat(path);
        const stamp = [mtimeMs, ctimeMs, ino, size].join(" ");
        if (held?.stamp === stamp) return held.credentials;
        if (size > longest) throw new UsageError(`it has more than ${longest} bytes`);
        const env = parseEnv(await readFile(path, "utf8"));
        const credentials = readCredentials(env, { empty: "error", hasToken });
        held = { stamp, credentials };
        const fresh = allSecrets(credentials).filter((secret) => !known.includes(secret));
        if (fresh.length > 0) known = [...known, ...fresh].slice(-mostKnown);
        return credentials;
      } catch (cause) {
        const why =
          cause instanceof UsageError ? cause.message : ((cause as NodeJS.ErrnoException).code ?? "error");
        throw new UsageError(`--secrets ${path} can't be used: ${why}`, { cause });
      }
    },
    known: () => known,
  };
}
