import { resolve } from "node:path";
import { closeServer, listen } from "@oipkit/runtime/adapters/node-server";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { printable } from "../../../reader/text/printable.js";
import { listenOn } from "../../options/ports.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import { describeFailure } from "../../terminal/describe-failure.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { watchRuns } from "../../terminal/watch-files.js";
import {
  type Answered,
  createMock,
  createMockServer,
  createProxy,
  type Mock,
  usualLimits,
} from "../index.js";
import { type LoadedContracts, loadForMock } from "./load.js";
import { jsonFindings, prettyFindings } from "./print-findings.js";
import type { MockSettings } from "./settings.js";

/** How long requests that have begun may take after a signal, in milliseconds. */
const graceMs = 3_000;

/** Runs a mock server until a signal. Throws `OipkitError` if it can't start. */
export async function mock(settings: MockSettings, terminal: Terminal): Promise<ExitCode> {
  const started = terminal.now();
  const first = await loaded(settings, terminal);
  if (first === undefined) return 1;
  let current = mockOf(first, settings);
  let hasDeviated = false;
  const format = settings.format === "json" ? jsonFindings : prettyFindings;
  const onAnswered = (answered: Answered): void => {
    const { findings } = answered.exchange;
    if (settings.proxy !== undefined)
      hasDeviated ||= findings.some(({ side, level }) => side === "answer" && level === undefined);
    if (findings.length > 0) terminal.out(format(answered));
  };
  const server = createMockServer((request) => current.answer(request), {
    limits: { ...usualLimits, maxBodyBytes: settings.maxBody },
    cors: settings.cors,
    onAnswered,
    onFault: (error) => terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`),
  });
  const { port, host, proxy } = settings;
  terminal.takeSignals?.();
  const url = await listenOn({ listen: (address) => listen(server, address) }, { flag: "port", port, host });
  const seconds = ((terminal.now() - started) / 1000).toFixed(1);
  const what = proxy === undefined ? "" : `, forwarding to ${proxy.url}`;
  terminal.err(
    `${printable(`listening on ${url}: ${current.operations} operations${what} (${seconds} s)`)}\n`,
  );
  try {
    if (settings.watch) {
      let isFirst = true;
      const run = async (): Promise<readonly string[]> => {
        if (isFirst) {
          isFirst = false;
          return first.files;
        }
        const next = await loaded(settings, terminal);
        if (next === undefined) return [];
        current = mockOf(next, settings);
        terminal.err(`read again: ${current.operations} operations\n`);
        return next.files;
      };
      const paths = [...settings.contracts, ...settings.overlays].map((path) => resolve(terminal.cwd, path));
      await watchRuns({ paths, run }, terminal);
    } else await ended(terminal);
  } finally {
    await closeServer(server, graceMs);
  }
  return hasDeviated ? 1 : 0;
}

/** The contracts; `undefined`, and what is wrong is printed, if they are broken. */
async function loaded(settings: MockSettings, terminal: Terminal): Promise<LoadedContracts | undefined> {
  try {
    return await loadForMock(settings, terminal.cwd);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    terminal.out(printDiagnostics(error.diagnostics));
    terminal.err(`${error.message}\n`);
    return undefined;
  }
}

function mockOf({ contracts }: LoadedContracts, settings: MockSettings): Mock {
  const { proxy, seed, dynamic, strict, maxBody: maxBodyBytes } = settings;
  if (proxy === undefined) return createMock(contracts, { seed, dynamic, strict });
  const { url, errors, timeoutMs } = proxy;
  return createProxy(contracts, { upstream: { url, fetch, timeoutMs, maxBodyBytes }, errors, strict });
}

function ended({ signal, outClosed }: Terminal): Promise<void> {
  return new Promise((done) => {
    for (const each of [signal, outClosed]) {
      if (each?.aborted) done();
      each?.addEventListener("abort", () => done(), { once: true });
    }
  });
}
