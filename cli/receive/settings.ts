import type { ApplicationBinding } from "@oipkit/runtime/webhook";
import { type Credentials, readCredentials } from "../credentials.js";
import { readCommandLine } from "../options/command-line.js";
import type { StoreLocation } from "../stores/location.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage.js";
import { type EventFormat, type LogLevel, receiveCommand } from "./options.js";

/** What the command line asks of the receiver. */
export interface ReceiveSettings {
  readonly host: string;
  /** 0 takes a free one; so do the other ports. */
  readonly port: number;
  /** Path of the endpoint; left out, every path. */
  readonly path: string | undefined;
  readonly probePort: number | undefined;
  readonly metricsPort: number | undefined;
  /** Whether health checks are answered beside the endpoint. */
  readonly health: boolean;
  readonly application: ApplicationBinding;
  readonly credentials: Credentials;
  /** Where events are kept. */
  readonly store: StoreLocation;
  readonly nonces: StoreLocation;
  /** Schema of PostgreSQL; left out, the stores' default. */
  readonly schema: string | undefined;
  /** Folder of a generated SDK; left out, it is looked for. */
  readonly sdk: string | undefined;
  /** Which of the SDK's sets of events; left out, the only one. */
  readonly events: string | undefined;
  readonly format: EventFormat;
  readonly logLevel: LogLevel;
  /** Longest body in bytes; left out, the receiver's default. */
  readonly maxBodyBytes: number | undefined;
  /** Requests answered at once; left out, the server's default. */
  readonly maxConcurrent: number | undefined;
}

/** Reads command line and environment. Throws `UsageError`, whose message never repeats what might be a secret. */
export function readSettings(args: readonly string[], { env }: Pick<Terminal, "env">): ReceiveSettings {
  const { values, positionals } = readCommandLine(receiveCommand, args);
  if (positionals.length > 0) throw new UsageError("unexpected argument: receive takes options alone");
  const { application: id, environment, path, organization, product } = values;
  for (const [name, value] of Object.entries({ application: id, environment }))
    if (value === "") throw new UsageError(`--${name} is empty`);
  if (path !== undefined && !path.startsWith("/")) throw new UsageError("--path must start with a slash");
  return {
    host: values.host,
    port: values.port,
    path,
    probePort: values["probe-port"],
    metricsPort: values["metrics-port"],
    health: values.health,
    application: { id, environment, organization, product },
    credentials: readCredentials(env, { empty: "error" }),
    store: values.store,
    // Nonces that outlive the process less than the events do would let a request in twice.
    nonces: values.nonces ?? values.store,
    schema: values.schema,
    sdk: values.sdk,
    events: values.events,
    format: values.format,
    logLevel: values["log-level"],
    maxBodyBytes: values["max-body"],
    maxConcurrent: values["max-concurrent"],
  };
}
