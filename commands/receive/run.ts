import { resolve } from "node:path";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createHealth } from "@oipkit/runtime/operations/health";
import { createProbe, type Probe } from "@oipkit/runtime/probe";
import type { Receiver } from "@oipkit/runtime/webhook";
import { allSecrets, readCredentials } from "../options/credentials-file.js";
import { listenOn } from "../options/ports.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { createLog } from "./log.js";
import { makeReceiver } from "./make-receiver.js";
import { openStores } from "./open-stores.js";
import { ownBinding } from "./own-binding.js";
import { reopenable, startRestartable } from "./restartable.js";
import { loadSdk } from "./sdk.js";
import { createSecretsFile } from "./secrets-file.js";
import type { ReceiveSettings } from "./settings.js";
import { type SideServer, serveMetrics, serveProbe } from "./side-servers.js";

/** How long shutdown waits for requests, and then for handlers, in milliseconds each. */
const graceMs = 10_000;

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
  const redact = secretsFile?.known ?? (() => own);
  const logger = createLog(terminal, { level: settings.logLevel, redact });
  const application = ownBinding(sdk.protocol, settings.binding);
  const closers: (() => Promise<unknown>)[] = [];
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
          ...{ settings, credentials, application, sdk, terminal, logger, metrics, inbox, nonces },
          current: secretsFile?.read,
        }),
      probe,
    });
    closers.push(() => finish(restartable.current()));
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
      ...(settings.health ? { others: { "/healthz": health.listener } } : {}),
    });
    closers.push(() => server.close({ graceMs }));
    const url = await listenOn(server, { flag: "port", port: settings.port, host });
    announce(terminal, settings, { url, sides, logger });
    await ended(terminal);
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

/** Resolves on a signal to stop, or when the reader closes standard output. */
function ended({ signal, outClosed }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    for (const each of [signal, outClosed]) {
      if (each?.aborted) resolve();
      each?.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}

/** Handles acknowledged events for as long as the time limit allows; the rest stay in the store until the next start. */
async function finish(receiver: Receiver): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([receiver.drain().catch(() => {}), limit]);
  clearTimeout(timer);
  await receiver.close({ timeoutMs: graceMs });
}
