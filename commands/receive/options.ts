import { receiverAddress } from "../conform/command/receiver-address.js";
import { ownBindingOptions } from "../options/binding.js";
import { credentials } from "../options/credentials.js";
import { choice, flag, parsed, text, wholeNumber } from "../options/option.js";
import { inboxKinds, nonceKinds, schema, store } from "../options/stores.js";
import { format } from "../report/report-options.js";

const eventFormats = ["pretty", "json"] as const;
const nonceOrders = ["before-signature", "after-signature"] as const;
const logLevels = ["info", "warn", "error", "off"] as const;

/** Format of printed events. */
export type EventFormat = (typeof eventFormats)[number];

/** Lowest level that is logged. */
export type LogLevel = (typeof logLevels)[number];

/** When a nonce is reserved. */
export type NonceOrder = (typeof nonceOrders)[number];

const port = { min: 0, max: 65_535, value: "PORT" } as const;
const stores = "Stores";
const limits = "Limits";
const operations = "Operations";

/** Command-line declaration of `oipkit receive`. */
export const receiveCommand = {
  usage: ["receive [--application ID --environment NAME] [options]"],
  about:
    "Runs a receiver: it verifies, decrypts, validates and records each delivery before it answers, and prints each event. On SIGINT or SIGTERM, it handles what it has accepted, then exits.",
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
