import type { ApplicationBinding } from "@oipkit/runtime/webhook";
import { readLocation, type StoreLocation } from "../stores/location.js";
import type { Terminal } from "../terminal.js";
import { parseFlags, UsageError } from "../usage.js";
import { type ReceiverCredentials, readCredentials, refuseSecretFlags } from "./credentials.js";

/** Formats that events are printed in. */
export const eventFormats = ["pretty", "json"] as const;
/** Levels of the log, ascending. */
export const logLevels = ["info", "warn", "error", "off"] as const;

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
  readonly credentials: ReceiverCredentials;
  /** Where events are kept. */
  readonly store: StoreLocation;
  readonly nonces: StoreLocation;
  /** Schema of PostgreSQL; left out, the stores' default. */
  readonly schema: string | undefined;
  /** Folder of a generated SDK; left out, it is looked for. */
  readonly sdk: string | undefined;
  /** Which of the SDK's sets of events; left out, the only one. */
  readonly events: string | undefined;
  readonly format: (typeof eventFormats)[number];
  readonly logLevel: (typeof logLevels)[number];
  /** Longest body in bytes; left out, the receiver's default. */
  readonly maxBodyBytes: number | undefined;
  /** Requests answered at once; left out, the server's default. */
  readonly maxConcurrent: number | undefined;
}

/** Reads flags and environment. Throws `UsageError`, whose message never repeats a value that might be a secret. */
export function readSettings(args: readonly string[], { env }: Pick<Terminal, "env">): ReceiveSettings {
  refuseSecretFlags(args);
  const { values, positionals } = parseFlags(args, {
    host: { type: "string" },
    port: { type: "string" },
    path: { type: "string" },
    "probe-port": { type: "string" },
    "metrics-port": { type: "string" },
    health: { type: "boolean" },
    application: { type: "string" },
    environment: { type: "string" },
    organization: { type: "string" },
    product: { type: "string" },
    store: { type: "string" },
    nonces: { type: "string" },
    schema: { type: "string" },
    sdk: { type: "string" },
    events: { type: "string" },
    format: { type: "string" },
    "log-level": { type: "string" },
    "max-body": { type: "string" },
    "max-concurrent": { type: "string" },
  });
  if (positionals.length > 0) throw new UsageError("receive takes options alone; an argument isn't one");
  const { store = "memory" } = values;
  const { application: id, environment, path, organization, product } = values;
  if (!id)
    throw new UsageError("--application is missing: the ID of the Application that the events are for");
  if (!environment) throw new UsageError("--environment is missing: the one that the Application works in");
  if (path !== undefined && !path.startsWith("/")) throw new UsageError("--path begins with a slash");
  return {
    host: values.host ?? "127.0.0.1",
    port: port("port", values.port) ?? 8080,
    path,
    probePort: port("probe-port", values["probe-port"]),
    metricsPort: port("metrics-port", values["metrics-port"]),
    health: values.health ?? false,
    application: { id, environment, organization, product },
    credentials: readCredentials(env),
    store: readLocation("--store", store, ["memory", "sqlite", "postgres"]),
    // Nonces that outlive the process less than the events do would let a request in twice.
    nonces: readLocation("--nonces", values.nonces ?? store, ["memory", "sqlite", "redis", "postgres"]),
    schema: values.schema,
    sdk: values.sdk,
    events: values.events,
    format: oneOf("format", values.format, eventFormats) ?? "pretty",
    logLevel: oneOf("log-level", values["log-level"], logLevels) ?? "info",
    maxBodyBytes: positive("max-body", values["max-body"]),
    maxConcurrent: positive("max-concurrent", values["max-concurrent"]),
  };
}

function port(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--${name} is a port from 1 to 65535, or 0 for a free one`);
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value > 0 && Number.isSafeInteger(value)) return value;
  throw new UsageError(`--${name} is a whole number from 1 on`);
}

function oneOf<const Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new UsageError(`--${name} is one of ${values.join(", ")}`);
  return found;
}
