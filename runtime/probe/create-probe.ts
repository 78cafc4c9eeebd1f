import type { Logger } from "../ports/logger.js";
import { failOnDemand } from "./faults.js";
import { assertProbeOptions, defaultMaxRecorded, type ProbeOptions } from "./options.js";
import type { Probe } from "./probe.js";
import { recordingLogger } from "./recording-logger.js";
import { type Respond, responder } from "./respond.js";
import { probeHandler, probeListener } from "./serve.js";
import { sharedRun } from "./shared-run.js";
import type { ProbeState } from "./state.js";
import { createTranscript } from "./transcript.js";

/**
 * A probe for a receiver, with which `oipkit conform --probe URL` sees what was stored, as `contracts/probe.openapi.yaml`
 * describes. For tests only: it has no authentication, shows events, and makes stores fail. Throws `ProbeMisconfigured` for an
 * unknown option or an invalid value.
 */
export function createProbe<Transaction = unknown>(options: ProbeOptions<Transaction>): Probe<Transaction> {
  assertProbeOptions(options);
  return options.enabled ? workingProbe(options) : idleProbe(options);
}

function workingProbe<Transaction>(options: ProbeOptions<Transaction>): Probe<Transaction> {
  const { application, maxRecorded = defaultMaxRecorded, restart, onFault = warn } = options;
  const state: ProbeState<Transaction> = {
    application,
    inbox: failOnDemand(options.inbox),
    nonces: failOnDemand(options.nonces),
    transcript: createTranscript(maxRecorded),
    maxRecorded,
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
    observe: () => {},
    use: () => {},
    listener: probeListener(unknown),
    handle: probeHandler(unknown),
  };
}

function warn(fault: unknown): void {
  process.emitWarning(fault instanceof Error ? fault : new Error(String(fault)));
}
