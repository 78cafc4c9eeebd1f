import { receiverAsker, sendAnswer, unfinishedBodies } from "../adapters/node-exchange.js";
import { answerFetch } from "../ports/answer.js";
import type { Logger } from "../ports/logger.js";
import type { ProbeState } from "./answers.js";
import { failOnDemand } from "./faults.js";
import { watchHandlers } from "./handlers.js";
import {
  assertProbeOptions,
  defaultMaxRecorded,
  type Probe,
  type ProbeListener,
  type ProbeOptions,
} from "./probe.js";
import { type Respond, responder } from "./respond.js";
import { createTranscript, recordingLogger } from "./transcript.js";

/**
 * A probe for a receiver, with which `oipkit conform --probe URL` sees what was stored, as `contracts/probe.openapi.yaml`
 * describes. For tests only: it has no authentication, shows events, and makes stores fail. Throws `ProbeMisconfigured` for an
 * unknown option or an invalid value.
 */
export function createProbe<Transaction = unknown>(options: ProbeOptions<Transaction>): Probe<Transaction> {
  assertProbeOptions(options);
  if (options.enabled) return workingProbe(options);
  return idleProbe(options);
}

function workingProbe<Transaction>(options: ProbeOptions<Transaction>): Probe<Transaction> {
  const { application, maxRecorded = defaultMaxRecorded, restart, onFault = warn } = options;
  const state: ProbeState<Transaction> = {
    application,
    inbox: failOnDemand(options.inbox),
    nonces: failOnDemand(options.nonces),
    transcript: createTranscript(maxRecorded),
    maxRecorded,
    handlers: watchHandlers(options.handlers ?? "run"),
    receiver: undefined,
    restart: restart && sharedRun(restart),
  };
  const respond = responder(state, { ...options, onFault });
  return {
    enabled: true,
    inbox: state.inbox.store,
    nonces: state.nonces.store,
    logger: ((logger?: Logger | false) => recordingLogger(logger, state.transcript.add)) as Probe["logger"],
    record: (text) => state.transcript.add(text),
    handlers: state.handlers.watch,
    observe: (receiver) => {
      state.receiver = receiver;
    },
    use: ({ inbox, nonces }) => {
      state.inbox.replace(inbox);
      state.nonces.replace(nonces);
    },
    listener: probeListener(respond),
    handle: probeHandler(respond),
  };
}

const unknown: Respond = async () => ({ status: 404, headers: {}, body: "" });

/** A probe that is off keeps nothing, so the garbage collector may take what it gets. */
function idleProbe<Transaction>({ inbox, nonces }: ProbeOptions<Transaction>): Probe<Transaction> {
  return {
    enabled: false,
    inbox,
    nonces,
    logger: ((logger?: Logger | false) => logger) as Probe["logger"],
    record: () => {},
    handlers: (handlers) => handlers,
    observe: () => {},
    use: () => {},
    listener: probeListener(unknown),
    handle: probeHandler(unknown),
  };
}

function warn(fault: unknown): void {
  process.emitWarning(fault instanceof Error ? fault : new Error(String(fault)));
}

const remedy = "mount the probe before anything that consumes the body without keeping it in `request.body`";

/** Serves a probe to Node's HTTP server. */
function probeListener(respond: Respond): ProbeListener {
  const unfinished = unfinishedBodies({});
  return (request, response) => {
    const { remoteAddress } = request.socket;
    const target = request.url ?? "/";
    const parsed = parsedBody(request);
    const ask = receiverAsker(
      {
        answer: (incoming) =>
          respond({ ...incoming, target, remoteAddress, ...(parsed && { readBody: () => parsed }) }),
      },
      { unfinished },
      remedy,
    );
    ask(
      request,
      (answer, unread) => sendAnswer(response, answer, unread),
      () => response.destroy(),
    );
  };
}

/** The bytes of a body that a parser of JSON, such as Express's, has already read. */
function parsedBody(request: {
  readonly readableEnded: boolean;
  readonly body?: unknown;
}): Uint8Array | undefined {
  const { body, readableEnded } = request;
  if (!readableEnded || typeof body !== "object" || body === null || body instanceof Uint8Array)
    return undefined;
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Serves a probe to anything that speaks Fetch. */
function probeHandler(respond: Respond): Probe["handle"] {
  return (request, connection) => {
    const { pathname, search, host } = new URL(request.url);
    return answerFetch(
      (incoming) =>
        respond({
          ...incoming,
          // A server may make its request's URL of the header, or leave the header out.
          header: (name) => incoming.header(name) ?? (name === "host" ? host : null),
          target: pathname + search,
          remoteAddress: connection === undefined ? null : connection.remoteAddress,
        }),
      request,
    );
  };
}

/** A task that simultaneous callers share: the first starts it, the others wait for the same run. */
function sharedRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= Promise.resolve()
      .then(task)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
