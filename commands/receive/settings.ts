import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { StoreLocation } from "../stores/location.js";
import { type EventFormat, type LogLevel, type NonceOrder, receiveCommand } from "./options.js";
import type { GivenBinding } from "./own-binding.js";

/** Settings of the receiver, from the command line. */
export interface ReceiveSettings {
  readonly host: string;
  /** For this and the other ports, 0 picks a free one. */
  readonly port: number;
  /** Path of the endpoint; default: every path. */
  readonly path: string | undefined;
  /** The address that the platform posts to, if the signature covers it. */
  readonly publicUrl: string | undefined;
  readonly probePort: number | undefined;
  readonly metricsPort: number | undefined;
  /** Whether health checks are served on the endpoint's port. */
  readonly health: boolean;
  readonly binding: GivenBinding;
  /** File with the credentials; default: the environment has them. */
  readonly secrets: string | undefined;
  /** Where events are kept. */
  readonly store: StoreLocation;
  readonly nonces: StoreLocation;
  readonly reserveNonce: NonceOrder;
  /** Maximum number of nonces in memory; default: the store's default. */
  readonly maxNonces: number | undefined;
  /** PostgreSQL schema; default: the stores' default. */
  readonly schema: string | undefined;
  /** Folder of a generated SDK; default: searched for. */
  readonly sdk: string | undefined;
  /** Which of the SDK's sets of events; default: the only one. */
  readonly events: string | undefined;
  readonly format: EventFormat;
  readonly logLevel: LogLevel;
  /** Maximum body size in bytes; default: the receiver's default. */
  readonly maxBodyBytes: number | undefined;
  /** Maximum number of requests at once; default: the server's default. */
  readonly maxConcurrent: number | undefined;
}

/** Reads the command line. Throws `UsageError`, whose message never repeats a possible secret. */
export function readSettings(args: readonly string[]): ReceiveSettings {
  const { values, positionals } = readCommandLine(receiveCommand, args);
  if (positionals.length > 0) throw new UsageError("unexpected argument: receive takes only options");
  // If events outlived the nonces, a replayed request would be accepted after a restart.
  const nonces = values.nonces ?? values.store;
  if (values["max-nonces"] !== undefined && nonces.kind !== "memory") {
    throw new UsageError("--max-nonces is only for nonces in memory");
  }
  const { application, environment, path, organization, product } = values;
  for (const [name, value] of Object.entries({ application, environment }))
    if (value === "") throw new UsageError(`--${name} is empty`);
  if (path !== undefined && !path.startsWith("/")) throw new UsageError("--path must start with a slash");
  return {
    host: values.host,
    port: values.port,
    path,
    publicUrl: values["public-url"],
    probePort: values["probe-port"],
    metricsPort: values["metrics-port"],
    health: values.health,
    binding: { application, environment, organization, product },
    secrets: values.secrets,
    store: values.store,
    nonces,
    reserveNonce: values["reserve-nonce"],
    maxNonces: values["max-nonces"],
    schema: values.schema,
    sdk: values.sdk,
    events: values.events,
    format: values.format,
    logLevel: values["log-level"],
    maxBodyBytes: values["max-body"],
    maxConcurrent: values["max-concurrent"],
  };
}
