import { ownBindingOptions } from "../options/binding.js";
import { credentials } from "../options/credentials.js";
import { choice, flag, text, wholeNumber } from "../options/option.js";
import { format } from "../options/reports.js";
import { inboxKinds, nonceKinds, schema, store } from "../options/stores.js";

const eventFormats = ["pretty", "json"] as const;
const logLevels = ["info", "warn", "error", "off"] as const;

/** Forms of a printed event. */
export type EventFormat = (typeof eventFormats)[number];

/** The least level that is logged. */
export type LogLevel = (typeof logLevels)[number];

const port = { min: 0, max: 65_535, value: "PORT" } as const;
const stores = "Stores";
const limits = "Limits";
const operations = "Operations";

/** `oipkit receive`, as users see it. */
export const receiveCommand = {
  usage: ["receive --application ID --environment NAME [options]"],
  about:
    "Runs a receiver: it verifies, decrypts, validates and records each delivery before it answers, and prints each event. It ends on SIGINT and SIGTERM, once what it accepted is handled.",
  options: {
    port: wholeNumber({ ...port, description: "where to listen; 0 takes a free port", default: "8080" }),
    host: text({ value: "HOST", description: "address to listen on", default: "127.0.0.1" }),
    path: text({ value: "PATH", description: "path of the endpoint", otherwise: "every path" }),
    sdk: text({
      value: "DIR",
      description: "generated folder, whose events are received",
      otherwise: "the configuration's `out`, else `generated`, else the built-in one",
    }),
    events: text({
      value: "NAME",
      description: "its set of events, if it has several",
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
    store: store({ description: "where events are kept", default: "memory", group: stores }, inboxKinds),
    nonces: store(
      { description: "where nonces are kept", otherwise: "the same store", group: stores },
      nonceKinds,
    ),
    schema: schema(stores),
    "max-body": wholeNumber({
      value: "BYTES",
      description: "longest body; a longer one gets 413",
      otherwise: "`1048576`",
      group: limits,
    }),
    "max-concurrent": wholeNumber({
      value: "N",
      description: "requests answered at once; more get 503",
      otherwise: "`256`",
      group: limits,
    }),
    health: flag({
      description: "answer `GET /healthz`, `/healthz/live` and `/healthz/ready` beside the endpoint",
      group: operations,
    }),
    "metrics-port": wholeNumber({
      ...port,
      description: "serve `GET /metrics` for Prometheus, and `/healthz`, on a port of their own",
      otherwise: "off",
      group: operations,
    }),
    "probe-port": wholeNumber({
      ...port,
      description: "serve the conformance probe on 127.0.0.1; for tests, since it shows and breaks the store",
      otherwise: "off",
      group: operations,
    }),
  },
  environment: credentials,
  exitCodes: "0 ended, 2 couldn't run.",
};
