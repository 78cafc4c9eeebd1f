import type { ApplicationBinding, Protocol } from "@oipkit/runtime/webhook";
import { receiverAddress } from "../conform/command/receiver-address.js";
import { readCommandLine } from "../options/command-line.js";
import { credentials } from "../options/credentials.js";
import { choice, flag, parsed, text, UsageError, wholeNumber } from "../options/option.js";
import {
  inboxKinds,
  isBoundTo,
  nonceKinds,
  ownBindingOptions,
  schema,
  store,
  unbound,
} from "../options/shared-options.js";
import { format } from "../report/report-targets.js";
import type { StoreLocation } from "../stores/location.js";

const eventFormats = ["pretty", "json"] as const;
const nonceOrders = ["before-signature", "after-signature"] as const;
const logLevels = ["info", "warn", "error", "off"] as const;

/** Format of printed events. */
type EventFormat = (typeof eventFormats)[number];

/** Lowest level that is logged. */
type LoggedLevel = (typeof logLevels)[number];

/** When a nonce is reserved. */
type NonceOrder = (typeof nonceOrders)[number];

const port = { min: 0, max: 65_535, value: "PORT" } as const;
const stores = "Stores";
const limits = "Limits";
const operations = "Operations";

/** Command-line declaration of `oipkit receive`. */
export const receiveCommand = {
  usage: ["receive [--application ID --environment NAME] [options]"],
  about:
    "Runs a receiver: it verifies, decrypts, validates and records each delivery before it answers, and prints each event. On SIGINT or SIGTERM, it handles what it has accepted if that takes no longer than a second, then exits; a store keeps the rest.",
  options: {
    port: wholeNumber({ ...port, description: "port to listen on; 0 picks a free one", default: "8080" }),
    host: text({ value: "HOST", description: "address to listen on", default: "127.0.0.1" }),
    path: text({ value: "PATH", description: "path of the endpoint", otherwise: "every path" }),
    "public-url": parsed(
      {
        value: "URL",
        description: "the address that the platform posts to, without a query",
        otherwise: "required if the signature covers it",
      },
      (given, flag) => receiverAddress(flag, given),
    ),
    sdk: text({
      value: "DIR",
      description: "generated folder with the events to receive",
      otherwise: "the configuration's `out`, else `generated`, else the built-in one",
    }),
    events: text({
      value: "NAME",
      description: "set of events to use, if the folder has several",
      otherwise: "the only one",
    }),
    format: format(eventFormats, { description: "lines of standard output" }),
    "log-level": choice(
      {
        value: "LEVEL",
        description: "lines of standard error: `info`, `warn`, `error` or `off`",
        default: "info",
      },
      logLevels,
    ),
    ...ownBindingOptions,
    secrets: text({
      value: "FILE",
      description:
        "file with the credentials as `NAME=value` lines, read again whenever it changes; only the verification token needs a restart",
      otherwise: "the environment",
    }),
    store: store({ description: "where events are kept", default: "memory", group: stores }, inboxKinds),
    nonces: store(
      { description: "where nonces are kept", otherwise: "the same store", group: stores },
      nonceKinds,
    ),
    "reserve-nonce": choice(
      {
        value: "WHEN",
        description: "reserve a nonce `before-signature` or `after-signature` is verified",
        default: "before-signature",
        group: stores,
      },
      nonceOrders,
    ),
    schema: schema(stores),
    "max-body": wholeNumber({
      value: "BYTES",
      description: "maximum body size; larger bodies get 413",
      otherwise: "`1048576`",
      group: limits,
    }),
    "max-concurrent": wholeNumber({
      value: "N",
      description: "maximum number of requests at once, not counting incomplete bodies; more get 503",
      otherwise: "`256`",
      group: limits,
    }),
    "max-nonces": wholeNumber({
      value: "N",
      description: "maximum number of nonces in memory; until some expire, more get 503",
      otherwise: "`500000`",
      group: limits,
    }),
    health: flag({
      description: "serve `GET /healthz`, `/healthz/live` and `/healthz/ready` on the endpoint's port",
      group: operations,
    }),
    "metrics-port": wholeNumber({
      ...port,
      description: "serve `GET /metrics` for Prometheus, and `/healthz`, on a separate port",
      otherwise: "off",
      group: operations,
    }),
    "probe-port": wholeNumber({
      ...port,
      description:
        "serve the conformance probe on 127.0.0.1; only for tests, since it exposes the store and can break it",
      otherwise: "off",
      group: operations,
    }),
  },
  environment: credentials,
  exitCodes: "0 stopped by a signal, 2 couldn't run.",
};

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
  readonly logLevel: LoggedLevel;
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

/** The binding on the command line. */
interface GivenBinding {
  readonly application: string | undefined;
  readonly environment: string | undefined;
  readonly organization: string | undefined;
  readonly product: string | undefined;
}

/**
 * The binding of the receiver that is run. Throws `UsageError` if the Application or the environment is missing, unless
 * the protocol doesn't bind events to it.
 */
export function ownBinding(protocol: Protocol, given: GivenBinding): ApplicationBinding {
  const { organization, product } = given;
  return {
    id: required(protocol, given, "application"),
    environment: required(protocol, given, "environment"),
    organization,
    product,
  };
}

const missing = {
  application: "--application ID is missing: the Application that events are for",
  environment: "--environment NAME is missing: the environment that the Application works in",
} as const;

function required(protocol: Protocol, given: GivenBinding, part: keyof typeof missing): string {
  const value = given[part];
  if (value !== undefined) return value;
  if (isBoundTo(protocol, part)) throw new UsageError(missing[part]);
  return unbound;
}
