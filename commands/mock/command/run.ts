import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { resolve } from "node:path";
import { closeServer, listen } from "@oipkit/runtime/adapters/node-server";
import { checkReferences } from "../../../reader/check/references.js";
import { checkVersions } from "../../../reader/check/versions.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError, hasUnsupportedVersion } from "../../../reader/documents/diagnostic.js";
import { InputError, readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { printable } from "../../../reader/text/printable.js";
import { credentialVariables } from "../../options/credentials.js";
import { readCredentials } from "../../options/credentials-file.js";
import { UsageError } from "../../options/option.js";
import { listenOn } from "../../options/ports.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import { describeFailure } from "../../terminal/describe-failure.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { untilStopped } from "../../terminal/until-stopped.js";
import { watchRuns } from "../../terminal/watch-files.js";
import {
  createMock,
  createMockServer,
  createProxy,
  createProxyServer,
  type Mock,
  type MockServerOptions,
  type OutgoingSigner,
  type OutgoingSigning,
  sendOutgoing,
  upstreamAt,
  usualLimits,
} from "../index.js";
import type { MockSettings } from "./options.js";
import { findingsPrinter } from "./print-findings.js";

/** How long requests that have begun may take after a signal, in milliseconds. */
const graceMs = 500;

/** How long the receiver of a callback or webhook may take, in milliseconds. */
const outgoingTimeoutMs = 10_000;

/** Runs a mock server until a signal. Throws `OipkitError` if it can't start. */
export async function mock(settings: MockSettings, terminal: Terminal): Promise<ExitCode> {
  const started = terminal.now();
  const first = await loaded(settings, terminal);
  if (typeof first === "number") return first;
  let hasDeviated = false;
  const printer = findingsPrinter(settings.format, terminal);
  const sending = { fetch, hosts: settings.callbackHosts, timeoutMs: outgoingTimeoutMs };
  const sendAll = (requests: ReturnType<Mock["webhooks"]>): void => {
    for (const each of requests)
      void sendOutgoing(each, sending).then(({ text }) => terminal.err(`${printable(text)}\n`));
  };
  const serving = startServing(settings, first, {
    onAnswered: (answered) => {
      const { findings } = answered;
      if (settings.proxy !== undefined)
        hasDeviated ||= findings.some(({ side, level }) => side === "answer" && level === undefined);
      if (findings.length > 0) printer.print(answered);
    },
    onCallbacks: sendAll,
    onFault: (error) => terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`),
  });
  const { server } = serving;
  const { port, host, proxy } = settings;
  // What can't be signed is said before anything is served.
  const webhooks = settings.webhooks === undefined ? [] : serving.webhooks(settings.webhooks);
  terminal.takeSignals?.();
  const url = await listenOn({ listen: (address) => listen(server, address) }, { flag: "port", port, host });
  const seconds = ((terminal.now() - started) / 1000).toFixed(1);
  const what = proxy === undefined ? "" : `, forwarding to ${proxy.url}`;
  terminal.err(
    `${printable(`listening on ${url}: ${serving.operations()} operations${what} (${seconds} s)`)}\n`,
  );
  sendAll(webhooks);
  try {
    if (settings.watch) {
      let isFirst = true;
      const run = async (): Promise<readonly string[]> => {
        if (isFirst) {
          isFirst = false;
          return first.files;
        }
        const next = await loaded(settings, terminal);
        if (typeof next === "number") return [];
        serving.use(next);
        terminal.err(`read again: ${serving.operations()} operations\n`);
        return next.files;
      };
      const paths = [...settings.contracts, ...settings.overlays].map((path) => resolve(terminal.cwd, path));
      await watchRuns({ paths, run }, terminal);
    } else await untilStopped(terminal);
  } finally {
    serving.endTunnels();
    await closeServer(server, graceMs);
    serving.close();
    printer.flush();
  }
  if (hasDeviated) return 1;
  return 0;
}

/** The contracts; the exit code, and what is wrong is printed, if they can't be served. */
async function loaded(settings: MockSettings, terminal: Terminal): Promise<ServedContracts | 1 | 2> {
  try {
    const read = await loadForMock(settings, terminal.cwd);
    return { ...read, signing: await loadedSigner(read, settings, terminal) };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    terminal.out(printDiagnostics(error.diagnostics));
    terminal.err(`${error.message}\n`);
    return hasUnsupportedVersion(error.diagnostics) ? 2 : 1;
  }
}

/** A server whose contracts may change. */
interface Serving {
  readonly server: Server;
  readonly operations: () => number;
  readonly use: (next: ServedContracts) => void;
  /** The webhooks of the contracts, to be sent to a URL. */
  readonly webhooks: Mock["webhooks"];
  /** Ends connections that `closeServer` doesn't know. */
  readonly endTunnels: () => void;
  /** Ends what is left once all requests are over. */
  readonly close: () => void;
}

/** Contracts, and what signs their webhooks and callbacks. */
interface ServedContracts extends LoadedContracts {
  /** Absent if none of them has a protocol. */
  readonly signing: OutgoingSigner | undefined;
}

async function loadedSigner(
  { contracts }: LoadedContracts,
  settings: MockSettings,
  terminal: Terminal,
): Promise<OutgoingSigner | undefined> {
  const isSigned = contracts.openapi.some(
    ({ value }) => (value as Readonly<Record<string, unknown>>)["x-webhook-protocol"] !== undefined,
  );
  if (!isSigned) return undefined;
  const { outgoingSigner } = await import("../outgoing/sign-outgoing.js");
  return outgoingSigner(outgoingSigning(settings, terminal));
}

/** What signs webhooks and callbacks, with the credentials in the environment. */
function outgoingSigning({ encrypted }: MockSettings, { env }: Terminal): OutgoingSigning {
  return {
    credentials: ({ token, encryption }) => {
      const { secrets, verificationToken, encryptKey } = readCredentials(env, {
        empty: "unset",
        hasToken: token !== undefined,
      });
      if (!encrypted) return { secrets, verificationToken };
      if (encryption === undefined) throw new UsageError("--encrypted: the protocol has no encryption");
      if (encryptKey === undefined)
        throw new UsageError(`--encrypted needs ${credentialVariables.encryptKey} in the environment`);
      return { secrets, verificationToken, encryptKey };
    },
    now: Date.now,
    random: randomBytes,
  };
}

function startServing(
  settings: MockSettings,
  first: ServedContracts,
  events: Pick<MockServerOptions, "onAnswered" | "onCallbacks" | "onFault">,
): Serving {
  const { proxy, seed, dynamic, strict, maxBody: maxBodyBytes, cors } = settings;
  const limits = { ...usualLimits, maxBodyBytes };
  if (proxy === undefined) {
    const build = ({ contracts, signing }: ServedContracts) =>
      createMock(contracts, { seed, dynamic, strict, maxBodyBytes, ...(signing && { signing }) });
    let current = build(first);
    return {
      server: createMockServer((request) => current.answer(request), { limits, cors, ...events }),
      operations: () => current.operations,
      use: (next) => {
        current = build(next);
      },
      webhooks: (to) => current.webhooks(to),
      endTunnels: () => {},
      close: () => {},
    };
  }
  const { url, errors, timeoutMs, idleMs } = proxy;
  const upstream = upstreamAt(url, { timeoutMs, idleMs });
  const build = ({ contracts }: LoadedContracts) =>
    createProxy(contracts, { upstream, errors, strict, maxBodyBytes });
  let current = build(first);
  const { server, endTunnels } = createProxyServer(() => current, { limits, ...events });
  return {
    server,
    operations: () => current.operations,
    use: (next) => {
      current = build(next);
    },
    webhooks: () => [],
    endTunnels,
    close: upstream.close,
  };
}

/** Contracts, and the files that they were read from. */
export interface LoadedContracts {
  readonly contracts: Contracts;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/**
 * Reads contracts as far as a server needs them: what can't be parsed, read or found keeps it from starting; all else concerns
 * the operation that has it. Throws `ContractError` and `InputError`.
 */
export async function loadForMock(settings: MockSettings, cwd: string): Promise<LoadedContracts> {
  const { contracts: paths, overlays, allowRefsTo, maxFile } = settings;
  const limits = { allowRefsTo, maxFile };
  const inputs = await readInputs(paths, cwd, { ...limits, overlays });
  const contracts = await loadContracts(inputs, cwd, limits);
  const broken = (found: readonly { readonly severity: string }[]): boolean =>
    found.some(({ severity }) => severity === "error");
  if (broken(contracts.problems)) throw new ContractError(contracts.problems);
  const found = [...checkVersions(contracts), ...checkReferences(contracts)];
  if (broken(found)) throw new ContractError(found);
  const mistakes = contracts.repairs.filter(({ severity }) => severity === "error");
  if (broken(mistakes)) throw new ContractError(mistakes);
  if (contracts.openapi.length === 0)
    throw new InputError(inputs[0]?.file ?? ".", "holds no OpenAPI document, and only those have operations");
  return { contracts, files: [...contracts.documents.keys()] };
}
