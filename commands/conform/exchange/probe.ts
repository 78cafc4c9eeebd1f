import type { JsonObject } from "@oipkit/runtime/webhook";
import { ProbeFailed } from "../errors.js";
import type { FaultStep } from "../suite/suite.js";
import { type Incoming, isTooLarge, NoAnswer, type Send, sendReliably } from "./send.js";

/** What an inbox holds for one event. */
export interface ProbeRecord {
  readonly event_id: string;
  readonly event_type: string;
  readonly delivery_id: string;
  readonly correlation_id: string | null;
  readonly event: JsonObject;
  readonly test: boolean;
}

/** The current version of a resource. */
export interface ProbeResource {
  readonly applied_version: number | null;
  readonly pending_versions: readonly number[];
}

/** Whether handlers run, and the latest exceptions that they threw. */
export interface ProbeHandlers {
  readonly mode: "run" | "skip" | "unknown";
  readonly failures: readonly {
    readonly event_id: string;
    readonly error: string;
    readonly at: string | null;
  }[];
}

/** A subject's probe. Its calls reject with `ProbeFailed`. */
export interface ProbeClient {
  readonly inbox: (eventId: string) => Promise<readonly ProbeRecord[]>;
  readonly resource: (resourceId: string) => Promise<ProbeResource>;
  readonly leaks: (needle: string) => Promise<boolean>;
  /** What is known of the handlers; `undefined` if this probe doesn't know. */
  readonly handlers: () => Promise<ProbeHandlers | undefined>;
  readonly setFaults: (fault: FaultStep["fault"]) => Promise<void>;
  /** Restarts the subject as after a crash; `false` if this probe can't. */
  readonly restart: () => Promise<boolean>;
}

/** Longest answer of a probe that is read, in bytes: it holds whole events, and each may have 1 MiB. */
const maxProbeAnswerBytes = 16 * 1024 ** 2;

/** A process that restarts takes its time. */
const restartMs = 60_000;

/** How a probe says that it lacks the operation. */
const lackingStatuses: readonly number[] = [404, 405, 501];

interface CallOptions {
  readonly body?: string;
  /** Default: the run's. */
  readonly timeoutMs?: number;
}

/** Calls the probe under `url` (`contracts/probe.openapi.yaml`). */
export function probeAt(
  url: string,
  options: { readonly send: Send; readonly timeoutMs: number },
): ProbeClient {
  const send = sendReliably(options.send);
  const call = async (method: string, path: string, more: CallOptions = {}): Promise<Incoming> => {
    const { body = "", timeoutMs = options.timeoutMs } = more;
    try {
      const headers = body === "" ? [] : ([["content-type", "application/json"]] as const);
      const request = { url: url + path, method, headers, body: Buffer.from(body), timeoutMs };
      return await send({ ...request, maxAnswerBytes: maxProbeAnswerBytes });
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      const problem = isTooLarge(cause.kind)
        ? `answers with more than ${maxProbeAnswerBytes} bytes`
        : "doesn't answer";
      throw new ProbeFailed(`the probe at ${url} ${problem}`, { cause });
    }
  };
  const read = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await call("GET", path);
    if (answer.status !== 200) throw unwanted(answer, path, 200);
    try {
      return JSON.parse(Buffer.from(answer.body).toString("utf8"));
    } catch (cause) {
      throw new ProbeFailed(`the probe's answer to ${named(path)} isn't JSON`, { cause });
    }
  };
  return {
    async inbox(eventId) {
      const path = `/inbox/${encodeURIComponent(eventId)}`;
      const { records } = await read(path);
      if (!Array.isArray(records)) throw lacking(path, "records");
      return records;
    },
    async resource(resourceId) {
      const path = `/resources/${encodeURIComponent(resourceId)}`;
      const { applied_version, pending_versions } = await read(path);
      if (applied_version === undefined) throw lacking(path, "applied_version");
      if (!Array.isArray(pending_versions)) throw lacking(path, "pending_versions");
      return { applied_version: applied_version as number | null, pending_versions };
    },
    async leaks(needle) {
      const path = `/leaks?needle=${encodeURIComponent(needle)}`;
      const { found } = await read(path);
      if (typeof found !== "boolean") throw lacking(path, "found");
      return found;
    },
    async handlers() {
      const answer = await call("GET", "/handlers");
      if (lackingStatuses.includes(answer.status)) return undefined;
      if (answer.status !== 200) throw unwanted(answer, "/handlers", 200);
      return handlersIn(answer);
    },
    async setFaults({ nonces, inbox }) {
      const body = JSON.stringify({ nonce_store: nonces, inbox });
      const answer = await call("PUT", "/faults", { body });
      if (answer.status !== 204) throw unwanted(answer, "/faults", 204);
    },
    async restart() {
      const timeoutMs = Math.max(restartMs, options.timeoutMs);
      const answer = await call("POST", "/restart", { timeoutMs });
      if (lackingStatuses.includes(answer.status)) return false;
      if (answer.status !== 204) throw unwanted(answer, "/restart", 204);
      return true;
    },
  };
}

/** The handlers in an answer; `undefined` if it says something else, as another program's would. */
function handlersIn({ body }: Incoming): ProbeHandlers | undefined {
  try {
    const value = JSON.parse(Buffer.from(body).toString("utf8")) as Partial<ProbeHandlers> | null;
    const { mode, failures } = value ?? {};
    if (mode !== "run" && mode !== "skip" && mode !== "unknown") return undefined;
    return { mode, failures: Array.isArray(failures) ? failures : [] };
  } catch {
    return undefined;
  }
}

/** The path without its query, which may hold a credential. */
function named(path: string): string {
  return path.split("?")[0] ?? "";
}

function unwanted(answer: Incoming, path: string, wanted: number): ProbeFailed {
  const why = errorIn(answer);
  return new ProbeFailed(
    `the probe returns ${answer.status} for ${named(path)}, expected ${wanted}${why === "" ? "" : `: ${why}`}`,
  );
}

const maxErrorLength = 300;

/** What the probe says is wrong, if it says so. */
function errorIn({ body }: Incoming): string {
  try {
    const { error } = JSON.parse(Buffer.from(body).toString("utf8")) as { readonly error?: unknown };
    if (typeof error === "string") return error.slice(0, maxErrorLength);
    return "";
  } catch {
    return "";
  }
}

function lacking(path: string, property: string): ProbeFailed {
  return new ProbeFailed(`the probe's answer to ${named(path)} lacks \`${property}\``);
}
