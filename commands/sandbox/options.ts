import { flag, parsed, text, texts, wholeNumber } from "../options/option.js";
import { inboxKinds, store } from "../options/stores.js";
import { format } from "../report/report-options.js";
import { controlEnvironment, controlOption, readTimeOption } from "./shared-options.js";

const starting = "Starting";
const tormenting = "Tormenting";

/** Command-line declaration of `oipkit sandbox`. */
export const sandboxCommand = {
  usage: ["sandbox [options]", "sandbox ACTION [ARGUMENT] [--control URL] [--format FORMAT]"],
  about:
    "Runs the whole platform on this machine, until SIGINT or SIGTERM, and prints what an integration needs as lines for a `.env`. With an action, it asks the sandbox that runs in this folder.",
  actions: {
    status: "addresses, clock and applications",
    "advance DURATION":
      "moves the clock by `45d`, `2h30m` or `P1M`, and does all that becomes due on the way",
    "at TIME": "moves the clock to a time such as `2026-03-01T00:00:00Z`",
    freeze: "stops the clock",
    resume: "lets the clock run with the real time again",
    "snapshot FILE": "writes the whole state to a file",
    "restore FILE": "replaces the whole state by that of a file",
    torment:
      "lets random subscriptions live while deliveries are duplicated, reordered, delayed, lost and forged, and compares what the receiver has stored with what happened",
  },
  options: {
    format: format(["pretty", "json"], { description: "form of the output" }),
    control: controlOption,
    port: wholeNumber({
      value: "PORT",
      min: 0,
      max: 65_535,
      description: "port to listen on; 0 picks a free one",
      default: "8787",
      group: starting,
    }),
    host: text({
      value: "HOST",
      description:
        "address to listen on; others than this machine need the token for the Console and the control",
      default: "127.0.0.1",
      group: starting,
    }),
    "allow-host": texts({
      value: "NAME",
      description: "another name by which requests may address the sandbox, such as that of a tunnel",
      otherwise: "its own addresses",
      group: starting,
    }),
    store: store(
      { description: "where everything is kept", default: "sqlite:.oipkit/sandbox.db", group: starting },
      inboxKinds,
    ),
    seed: text({
      value: "TEXT",
      description: "makes the ids of a new store, or what `torment` does, repeatable",
      otherwise: "a random one",
      group: starting,
    }),
    frozen: flag({ description: "the clock stands still", group: starting }),
    at: parsed(
      {
        value: "TIME",
        description: "where the clock of a new store begins",
        otherwise: "now",
        group: starting,
      },
      readTimeOption,
    ),
    data: text({
      value: "DIR",
      description: "folder with files that replace those that the sandbox decides by",
      otherwise: "the built-in ones",
      group: starting,
    }),
    for: wholeNumber({
      value: "EVENTS",
      min: 1,
      max: 20_000,
      description: "events to bring about",
      default: "1000",
      group: tormenting,
    }),
    profile: text({
      value: "NAME",
      description:
        "what is done to deliveries: `calm`, `duplicates`, `disorder`, `losses`, `attacks`, `rotations`, `encryption`, or all of it",
      default: "all",
      group: tormenting,
    }),
    probe: text({
      value: "URL",
      description: "the receiver's probe; `torment` needs it",
      otherwise: "none",
      group: tormenting,
    }),
    secrets: text({
      value: "FILE",
      description:
        "the file that the receiver reads its secrets from, as with `oipkit receive --secrets`: secrets rotate, and encryption is switched",
      otherwise: "secrets stay as they are",
      group: tormenting,
    }),
    application: text({
      value: "ID",
      description: "whose receiver it is",
      otherwise: "the first active one",
      group: tormenting,
    }),
    record: text({
      value: "FILE",
      description: "write what repeats the run",
      otherwise: "nothing is written",
      group: tormenting,
    }),
    replay: text({
      value: "FILE",
      description: "repeat the run of a file",
      otherwise: "a new run",
      group: tormenting,
    }),
  },
  environment: controlEnvironment,
  exitCodes:
    "0 stopped by a signal, or done; 1 refused by the sandbox, or `torment` found something; 2 couldn't run.",
};
