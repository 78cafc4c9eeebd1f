import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen as listenAt } from "@oipkit/runtime/adapters/node-server";
import { didYouMean } from "@oipkit/runtime/nearest-names";
import {
  type ControlClient,
  ControlError,
  connectWebhook,
  type SandboxLogEntry,
  type Schemas,
} from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/option.js";
import { askControl, findControl } from "../sandbox/control.js";
import { onlyApplication } from "../sandbox/only-application.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { listenCommand } from "./options.js";

/** `oipkit listen`. Throws `UsageError` and `ControlError`. */
export async function listen(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = readCommandLine(listenCommand, args);
  if (positionals.length > 0) throw new UsageError("unexpected argument: listen takes only options");
  const control = await findControl(values.control, terminal);
  const signal = AbortSignal.any([terminal.signal, ...(terminal.outClosed ? [terminal.outClosed] : [])]);
  return askControl(terminal, async () => {
    const application = values.application ?? (await onlyApplication(control));
    const path = { application_id: application };
    const { endpoint: former, granted_event_types: granted } = await control.call("readWebhook", { path });
    const types = values.types?.split(",").map((type) => type.trim()) ?? granted;
    const other = types.find((type) => !granted.includes(type));
    if (other !== undefined)
      throw new UsageError(
        `--types: ${printable(application)} may get no event ${printable(other)}${printable(didYouMean(other, granted))}`,
      );
    if (types.length === 0)
      throw new UsageError(
        `${printable(application)} may get no events: request access to an API product that has some`,
      );
    const to = values["forward-to"];
    const tell = (problem: string): void => terminal.err(`${printable(problem)}\n`);
    const forwarder = await startForwarder({ to, signal, tell });
    try {
      const { next: after } = await control.call("listLogEntries", {
        query: { after: await latest(control) },
      });
      terminal.takeSignals?.();
      const isConnected = await connectPatiently({
        connect: () => connectWebhook(control, { application, url: forwarder.url, types }),
        tell,
        forwarder,
      });
      if (!isConnected) return 1;
      terminal.err(`${types.length} types of events of ${printable(application)} go to ${printable(to)}\n`);
      try {
        for await (const entry of control.follow({ after, signal }))
          show(entry, application, { ...terminal, format: values.format });
      } finally {
        terminal.err(`${printable(await restoredText(control, former ?? undefined, application))}\n`);
      }
    } finally {
      await forwarder.close();
    }
    return 0;
  });
}

/** Verifications, of a second each, of a receiver that compiles at its first request, as development servers do. */
const mostTries = 15;

/** Connects an endpoint, again if only its first answers were too slow. False if the receiver's fault was told already. */
async function connectPatiently({
  connect,
  tell,
  forwarder,
}: {
  readonly connect: () => Promise<unknown>;
  readonly tell: (problem: string) => void;
  readonly forwarder: Pick<Forwarder, "problem">;
}): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connect();
      return true;
    } catch (error) {
      // What the sandbox saw is the forwarder's doing, which has said what is wrong.
      if (error instanceof ControlError && error.refusal !== undefined && forwarder.problem() !== undefined)
        return false;
      if (!(error instanceof ControlError) || error.code !== "too-slow" || attempt === mostTries) throw error;
      if (attempt === 1)
        tell(
          `${error.message}; trying for ${mostTries} s, since a development server may compile at its first request`,
        );
    }
  }
}

/** The number of the latest entry of the log. */
async function latest(control: ControlClient): Promise<number> {
  for (let after = 0; ; ) {
    const { entries, next } = await control.call("listLogEntries", { query: { after, limit: 1000 } });
    if (entries.length === 0) return next;
    after = next;
  }
}

function show(
  entry: SandboxLogEntry,
  application: string,
  { out, format }: Pick<Terminal, "out"> & { readonly format: "pretty" | "json" },
): void {
  const { kind, at, message, data } = entry;
  if (kind !== "delivery" || data.application_id !== application) return;
  out(format === "json" ? `${json({ at, ...data })}\n` : `${printable(`${at} ${message}`)}\n`);
}

/** Where requests go, until when, and who is told what is wrong. */
interface ForwarderParts {
  readonly to: string;
  readonly signal: AbortSignal;
  readonly tell: (problem: string) => void;
}

/** A server that forwards. */
interface Forwarder {
  readonly url: string;
  /** What was wrong with the last request, if anything was. */
  readonly problem: () => string | undefined;
  readonly close: () => Promise<void>;
}

const maxBytes = 8 * 1024 * 1024;

/** By which an endpoint is known that an earlier `listen` has left. */
const ownPath = "/oipkit-listen";

/** Headers of one connection, and those that describe a body that `fetch` has decoded. */
const own = [
  "connection",
  "keep-alive",
  "host",
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "expect",
];

/**
 * Starts a server on a free port of this machine that forwards each request as it is, and answers as the receiver does. If that gives no answer,
 * neither does this server: a status of its own would pass for the receiver's. `tell` is told why, once until there is an answer again.
 */
async function startForwarder({ to, signal, tell }: ForwarderParts): Promise<Forwarder> {
  let told: string | undefined;
  const server = createServer((request, response) => {
    let problem: string | undefined;
    const noteProblem = (text: string): void => {
      problem = text;
      if (text !== told) tell(text);
      told = text;
    };
    forward(request, response, { to, signal, tell: noteProblem })
      .catch((failure: unknown) => {
        response.destroy();
        if (!signal.aborted) noteProblem(`${to} gives no answer: ${unansweredReason(failure)}`);
      })
      .finally(() => {
        if (problem === undefined) told = undefined;
      });
  });
  const port = await listenAt(server, { port: 0 });
  return {
    url: `http://127.0.0.1:${port}${ownPath}`,
    problem: () => told,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Why a receiver gave no answer, and what to do. */
function unansweredReason(failure: unknown): string {
  const { message, cause } = failure as { readonly message: string; readonly cause?: NodeJS.ErrnoException };
  if (cause?.code === "ECONNREFUSED")
    return "nothing listens there; start the receiver, or correct --forward-to";
  return cause?.message ?? message;
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { to, signal, tell }: ForwarderParts,
): Promise<void> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) throw new RangeError("the body is too large");
    pieces.push(piece);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!own.includes(name) && value !== undefined) headers.set(name, String(value));
  const method = request.method ?? "POST";
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(Buffer.concat(pieces));
  const answer = await fetch(to, { method, headers, body, redirect: "manual", signal });
  if (answer.status === 404) tell(`${to} answers 404: is its path right? A receiver says where it listens`);
  for (const [name, value] of answer.headers) if (!own.includes(name)) response.setHeader(name, value);
  response.writeHead(answer.status);
  response.end(new Uint8Array(await answer.arrayBuffer()));
}

type Endpoint = Schemas["Endpoint"];

/** Restores the endpoint, unless the sandbox has stopped. Returns what is so now. */
async function restoredText(
  control: ControlClient,
  former: Endpoint | undefined,
  application: string,
): Promise<string> {
  try {
    return await restore(control, former, application);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return `the endpoint still leads here, where nothing listens any more; connect it again, or run \`oipkit listen\` (${error.message})`;
  }
}

/** Restores the endpoint that was there before; pauses it if its receiver can't be verified now. Returns what is so now. */
async function restore(
  control: ControlClient,
  former: Endpoint | undefined,
  application: string,
): Promise<string> {
  const path = { application_id: application };
  const revoke = async (): Promise<string> => {
    await control.call("revokeWebhook", { path });
    return "the endpoint is revoked: as before, nothing gets events";
  };
  if (former === undefined) return revoke();
  try {
    await connectWebhook(control, { application, url: former.url, types: former.event_types });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    // An earlier `listen` ended without restoring it.
    if (new URL(former.url).pathname === ownPath) return revoke();
    await control.call("pauseWebhook", { path, body: { reason: "oipkit listen has ended" } });
    return `the endpoint is paused, since ${former.url} isn't verified any more: ${printable(error.message)}`;
  }
  if (former.state === "paused")
    await control.call("pauseWebhook", { path, body: { reason: former.pause_reason ?? "paused before" } });
  return `events go to ${former.url} again`;
}
