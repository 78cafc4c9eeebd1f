import { unknownOption } from "../nearest-names.js";
import type { Inbox } from "../ports/inbox.js";
import type { NonceStore } from "../ports/nonce-store.js";
import { ProbeMisconfigured } from "./errors.js";

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
  const { enabled, application, inbox, nonces, restart, peers, hosts = [], maxRecorded } = options;
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
