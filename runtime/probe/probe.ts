import type { IncomingMessage, ServerResponse } from "node:http";
import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";
import type { Logger } from "../ports/logger.js";
import type { Inbox, NonceStore } from "../ports/stores.js";

/** The part of a receiver that a probe uses. */
export interface ProbedReceiver {
  /** Resolves when the pending work of the inbox is done. */
  readonly drain: () => Promise<unknown>;
}

/** A request listener of Node's `http`, which also fits Express. */
export type ProbeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The conformance probe of a receiver. Its requests are `GET …/inbox/{event_id}`, `GET …/resources/{resource_id}`,
 * `GET …/leaks?needle=…`, `GET …/handlers`, `PUT …/faults` and `POST …/restart`, below any path that contains none of these words.
 */
export interface Probe<Transaction = unknown> {
  readonly enabled: boolean;
  /** The inbox for the receiver. */
  readonly inbox: Inbox<Transaction>;
  /** The nonce store for the receiver. */
  readonly nonces: NonceStore;
  /**
   * The logger for the receiver; what is written to it can be searched for leaks. Without an argument, the receiver's default
   * logger. What your code logs elsewhere isn't seen: pass it to `record`.
   */
  readonly logger: {
    (logger: Logger): Logger;
    (logger?: Logger | false): Logger | false | undefined;
  };
  /** Adds a text that was written somewhere else, such as a line of another log, so that leaks in it are found. */
  readonly record: (text: string) => void;
  /**
   * The handlers for the receiver: a record of them, or one such as `fallback`. With the option `handlers: "skip"` they aren't
   * called, and their events count as handled. Otherwise the conformance suite shows what they throw.
   */
  readonly handlers: <Handlers>(handlers: Handlers) => Handlers;
  /** Names the receiver. Reading a resource then waits for the handlers of what was acknowledged before. */
  readonly observe: (receiver: ProbedReceiver) => void;
  /** Replaces the stores behind `inbox` and `nonces`, in `restart`. The caller closes the previous ones. */
  readonly use: (stores: ProbeStores<Transaction>) => void;
  /** Answers requests of Node's HTTP server. */
  readonly listener: ProbeListener;
  /**
   * Answers a Fetch request. Never rejects. A Fetch request doesn't say who sent it; if your server knows the sender's
   * address, pass it as `remoteAddress`, and others than this machine are refused. Without it, only the names in the request are checked.
   */
  readonly handle: (
    request: Request,
    connection?: { readonly remoteAddress?: string | undefined },
  ) => Promise<Response>;
}

/** The stores of a receiver. */
export interface ProbeStores<Transaction = unknown> {
  readonly inbox: Inbox<Transaction>;
  readonly nonces: NonceStore;
}

/** Options of a probe. */
export interface ProbeOptions<Transaction = unknown> extends ProbeStores<Transaction> {
  /**
   * Whether the probe works, such as `process.env.OIPKIT_PROBE === "on"`; there is no default. If `false`, the stores and
   * the logger are passed through, nothing is recorded, and every request gets 404.
   */
  readonly enabled: boolean;
  /** Id of the Application whose events are shown. */
  readonly application: string;
  /**
   * Restarts the receiver as a crash would: nothing is flushed or drained, and whatever was only in memory is lost.
   * Resolves when the receiver answers again. If it opens new stores, it passes them to `probe.use`. Without this option, the
   * conformance suite can't check what survives a restart.
   */
  readonly restart?: (() => Promise<void>) | undefined;
  /**
   * Which machines the probe answers. `loopback`: only this one. `any`: every one that can connect, which is for containers in
   * a network of their own. Default: `loopback`.
   */
  readonly peers?: "loopback" | "any" | undefined;
  /**
   * Names by which the probe is called, without a port, such as `receiver` in a network of containers; `localhost` and
   * loopback addresses are always allowed. Other names are refused, since a web page could have one resolve to this machine.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Maximum length of what was logged and recorded, in UTF-16 code units. Beyond it, nothing more is kept, and a search for
   * leaks that finds nothing fails. Default: 16,777,216.
   */
  readonly maxRecorded?: number | undefined;
  /**
   * Whether the handlers that pass through `probe.handlers` are called. With `skip`, a conformance run has no effect but that its
   * events are stored. Default: `run`.
   */
  readonly handlers?: "run" | "skip" | undefined;
  /** Called if a store or a restart fails while the probe answers; the answer doesn't say why. Default: a process warning. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** What a probe records at most, unless its options say otherwise: about five times the log of a whole conformance run. */
export const defaultMaxRecorded = 16 * 1024 ** 2;

const known: Readonly<Record<keyof ProbeOptions, true>> = {
  enabled: true,
  application: true,
  inbox: true,
  nonces: true,
  restart: true,
  peers: true,
  hosts: true,
  maxRecorded: true,
  handlers: true,
  onFault: true,
};

/** Throws `ProbeMisconfigured` for an unknown option, and for one that could turn the probe on or open it by mistake. */
export function assertProbeOptions<Transaction>(options: ProbeOptions<Transaction>): void {
  const problem = unknownOption(options, Object.keys(known)) ?? invalid(options);
  if (problem !== undefined) throw new ProbeMisconfigured(problem);
}

function invalid(
  options: Omit<ProbeOptions, "inbox"> & { readonly inbox: Pick<Inbox, "find"> },
): string | undefined {
  const { enabled, application, inbox, nonces, restart, peers, hosts = [], maxRecorded, handlers } = options;
  if (typeof enabled !== "boolean") {
    return '`enabled` must be true or false, such as `process.env.OIPKIT_PROBE === "on"`';
  }
  if (typeof application !== "string" || application === "") return "`application` is empty";
  if (typeof inbox?.find !== "function") return "`inbox` isn't an inbox";
  if (typeof nonces?.reserve !== "function") return "`nonces` isn't a nonce store";
  if (restart !== undefined && typeof restart !== "function") return "`restart` must be a function";
  if (peers !== undefined && peers !== "loopback" && peers !== "any") {
    return "`peers` must be `loopback` or `any`";
  }
  if (handlers !== undefined && handlers !== "run" && handlers !== "skip") {
    return "`handlers` must be `run` or `skip`";
  }
  if (!Array.isArray(hosts) || hosts.some((host) => !isHostName(host))) {
    return "`hosts` must be a list of names without a port, such as `receiver`";
  }
  if (maxRecorded !== undefined && (!Number.isSafeInteger(maxRecorded) || maxRecorded < 1)) {
    return "`maxRecorded` must be a positive integer";
  }
  return undefined;
}

function isHostName(host: unknown): boolean {
  return typeof host === "string" && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+])$/i.test(host);
}

/** A probe was given an unknown option or an invalid value. */
export class ProbeMisconfigured extends OipkitError {
  readonly code = "probe-misconfigured";
}

/** The error of a store that the probe has set to fail. */
export class StoreMadeToFail extends OipkitError {
  readonly code = "store-made-to-fail";

  constructor() {
    super("the probe makes this store fail");
  }
}
