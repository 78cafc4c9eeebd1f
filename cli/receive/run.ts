import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createHealth } from "@oipkit/runtime/operations/health";
import type { Receiver } from "@oipkit/runtime/webhook";
import { allSecrets } from "../credentials.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { failOnDemand } from "./faults.js";
import { createLog } from "./log.js";
import { makeReceiver } from "./make-receiver.js";
import { openStores } from "./open-stores.js";
import { listenOn } from "./ports.js";
import type { ProbeOptions } from "./probe.js";
import { loadSdk } from "./sdk.js";
import type { ReceiveSettings } from "./settings.js";
import { type SideServer, serveMetrics, serveProbe } from "./side-servers.js";
import { createTranscript } from "./transcript.js";

/** How long shutdown waits for requests, and then for handlers, in milliseconds each. */
const graceMs = 10_000;

/** Runs a receiver until it is signalled to stop. Throws `OipkitError` if it can't start, and leaves nothing open. */
export async function receive(settings: ReceiveSettings, given: Terminal): Promise<ExitCode> {
  const { application, host } = settings;
  const transcript = createTranscript();
  const terminal = settings.probePort === undefined ? given : recorded(given, transcript.add);
  const logger = createLog(terminal, { level: settings.logLevel, redact: allSecrets(settings.credentials) });
  const sdk = await loadSdk({ cwd: terminal.cwd, folder: settings.sdk, set: settings.events });
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const stores = await openStores(settings, terminal.cwd);
    closers.push(stores.close);
    const inbox = failOnDemand(stores.inbox);
    const nonces = failOnDemand(stores.nonces);
    const health = createHealth({
      checks: {
        inbox: () => inbox.store.check(),
        nonces: async () => nonces.store.check?.(),
        server: () => server.check(),
      },
      onFailure: (name, error) => logger.warn({ part: name, error }, "unavailable"),
    });
    const metrics =
      settings.metricsPort === undefined
        ? undefined
        : (await import("@oipkit/runtime/operations/metrics")).createReceiverMetrics({
            inbox: inbox.store,
            application: application.id,
          });
    const receiver = makeReceiver({
      settings,
      sdk,
      terminal,
      logger,
      metrics,
      inbox: inbox.store,
      nonces: nonces.store,
    });
    closers.push(() => finish(receiver));
    const sides: SideServer[] = [];
    const opened = (side: SideServer): void => {
      sides.push(side);
      closers.push(side.close);
    };
    if (metrics !== undefined) {
      opened(await serveMetrics({ port: settings.metricsPort ?? 0, host, metrics, health }));
    }
    if (settings.probePort !== undefined) {
      const setFaults: ProbeOptions["setFaults"] = (faults) => {
        if (faults.inbox !== undefined) inbox.setFaulty(faults.inbox);
        if (faults.nonces !== undefined) nonces.setFaulty(faults.nonces);
      };
      const seen = { inbox: stores.inbox, application: application.id, receiver, transcript, setFaults };
      opened(await serveProbe(settings.probePort, seen));
    }
    const server = createReceiverServer(metrics?.timed(receiver) ?? receiver, {
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
