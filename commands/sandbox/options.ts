import { didYouMean } from "@oipkit/runtime/nearest-names";
import { printable } from "../../reader/text/printable.js";
import { readCommandLine } from "../options/command-line.js";
import { choice, flag, parsed, text, texts, UsageError, wholeNumber } from "../options/option.js";
import { inboxKinds, store } from "../options/shared-options.js";
import { readWebAddress } from "../options/web-address.js";
import { format } from "../report/report-targets.js";
import type { StoreLocation } from "../stores/location.js";
import { controlEnvironment, controlOption, readTimeOption } from "./shared-options.js";

const starting = "Starting";
const stressing = "Stress tests";

/** Command-line declaration of `oipkit sandbox`. */
export const sandboxCommand = {
  usage: ["sandbox [options]", "sandbox ACTION [ARGUMENT] [--control URL] [--format FORMAT]"],
  about:
    "Runs the whole platform on this machine, until SIGINT or SIGTERM, and prints what an integration needs as lines for a `.env`. With an action, it asks the sandbox that runs in this folder.",
  actions: {
    status: "addresses, clock and applications",
    "advance DURATION":
      "moves the clock by `45d`, `2h30m` or `P1M`, and does all that becomes due on the way; with `--organization` that of one organization, which gets its own",
    "at TIME": "moves the clock to a time such as `2026-03-01T00:00:00Z`",
    freeze: "stops the clock, or with `--organization` gives one organization its own, which stands still",
    resume:
      "lets the clock run with the real time again, or with `--organization` one organization follow the sandbox's clock again",
    "snapshot FILE": "writes the whole state to a file",
    "restore FILE": "replaces the whole state by that of a file",
    rotate:
      "makes a new signing secret for an application and prints it with the one before; with `--env` both are set in a file",
    redeliver: "delivers again what has failed for good, oldest first, and says what became of it",
    stress:
      "lets random subscriptions live while deliveries are duplicated, reordered, delayed, lost and forged, and compares what the receiver has stored with what happened",
  },
  options: {
    format: format(["pretty", "json"], { description: "form of the output" }),
    control: controlOption,
    organization: text({
      value: "ID",
      description: "the organization whose clock `advance`, `at`, `freeze` and `resume` are about",
      otherwise: "the sandbox's clock",
    }),
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
      description:
        "makes the ids and secrets of a new store, and with `--frozen` the order of deliveries, or what `stress` does, repeatable",
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
    stamps: choice(
      {
        value: "CLOCK",
        description:
          "the time that deliveries are signed with: `real`, which receivers compare with their own, or `sandbox`, which repeats",
        default: "real",
        group: starting,
      },
      ["real", "sandbox"],
    ),
    "until-stdin-ends": flag({
      description: "stops when standard input ends, as it does with the program that started it",
      group: starting,
    }),
    env: text({
      value: "FILE",
      description:
        "also write the lines for a `.env` into this file, such as that of a receiver; its other lines stay. Of `rotate`: the two secrets",
      otherwise: "only `.oipkit/sandbox.env` has them",
      group: starting,
    }),
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
      group: stressing,
    }),
    profile: text({
      value: "NAME",
      description:
        "what is done to deliveries: `calm`, `duplicates`, `disorder`, `losses`, `attacks`, `rotations`, `encryption`, or all of it",
      default: "all",
      group: stressing,
    }),
    probe: text({
      value: "URL",
      description: "the receiver's probe; `stress` needs it",
      otherwise: "none",
      group: stressing,
    }),
    secrets: text({
      value: "FILE",
      description:
        "the file that the receiver reads its secrets from, as with `oipkit receive --secrets`: secrets rotate, and encryption is switched",
      otherwise: "secrets stay as they are",
      group: stressing,
    }),
    application: text({
      value: "ID",
      description: "whose receiver it is; also of `rotate` and `redeliver`",
      otherwise: "the first active one, for `rotate` and `redeliver` the only one",
      group: stressing,
    }),
    record: text({
      value: "FILE",
      description: "write what repeats the run",
      otherwise: "nothing is written",
      group: stressing,
    }),
    replay: text({
      value: "FILE",
      description: "repeat the run of a file",
      otherwise: "a new run",
      group: stressing,
    }),
  },
  environment: controlEnvironment,
  exitCodes:
    "0 stopped by a signal, or done; 1 refused by the sandbox, or `stress` found something; 2 couldn't run.",
};

/** Options of `oipkit sandbox stress`, and `--seed`, `--format` and `--control`. */
const stressOptions = ["for", "profile", "probe", "secrets", "application", "record", "replay"] as const;

/** How a receiver is stressed. */
export interface StressSettings {
  readonly count: number;
  readonly profile: string;
  readonly seed: string | undefined;
  readonly probe: string;
  /** File that the receiver reads its secrets from. */
  readonly secrets: string | undefined;
  readonly application: string | undefined;
  readonly record: string | undefined;
  readonly replay: string | undefined;
  readonly format: "pretty" | "json";
}

/** Values of the command line. */
type Values = Omit<StressSettings, "count" | "probe"> & {
  readonly for: number;
  readonly probe: string | undefined;
};

/** Reads them; `given` names the options that were written. Throws `UsageError`. */
function readStressSettings(values: Values, given: readonly string[]): StressSettings {
  const { probe, profile, seed, secrets, application, record, replay, format } = values;
  if (probe === undefined)
    throw new UsageError("stress needs --probe URL, which shows what the receiver has stored");
  readWebAddress("--probe", probe, "http://127.0.0.1:8080/probe");
  const decided = ["for", "seed", "profile"].find((name) => given.includes(name));
  if (replay !== undefined && decided !== undefined)
    throw new UsageError(`--${decided} is in the file that --replay names`);
  return { count: values.for, profile, seed, probe, secrets, application, record, replay, format };
}

/** Actions, and what their argument is. */
const actions = {
  start: undefined,
  status: undefined,
  advance: "DURATION",
  at: "TIME",
  freeze: undefined,
  resume: undefined,
  snapshot: "FILE",
  restore: "FILE",
  rotate: undefined,
  redeliver: undefined,
  stress: undefined,
} as const;

/** How a sandbox is started. */
export interface StartSettings {
  readonly port: number;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly store: StoreLocation;
  readonly seed: string | undefined;
  readonly frozen: boolean;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  /** By which time deliveries are signed. */
  readonly stamps: "real" | "sandbox";
  readonly isUntilStdinEnds: boolean;
  readonly data: string | undefined;
  /** A file whose variables are filled. */
  readonly env: string | undefined;
}

/** Settings of the command, from the command line. */
export interface SandboxSettings {
  readonly action: keyof typeof actions;
  /** The argument; empty for actions without one. */
  readonly subject: string;
  readonly format: "pretty" | "json";
  readonly control: string | undefined;
  /** Whose clock it is about; without it, the sandbox's. */
  readonly organization: string | undefined;
  readonly start: StartSettings;
  /** Of `rotate`. */
  readonly application: string | undefined;
  /** Of `stress` alone. */
  readonly stress: StressSettings | undefined;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): SandboxSettings {
  const { values, positionals, given } = readCommandLine(sandboxCommand, args, readArguments);
  const { action, subject } = readArguments(positionals);
  const { format, control, organization, port, host, store, seed, frozen, at, stamps, data, env } = values;
  const isUntilStdinEnds = values["until-stdin-ends"];
  const names = given.map(({ name }) => name);
  checkPlaces(action, names);
  const hosts = values["allow-host"] ?? [];
  const stress = action === "stress" ? readStressSettings(values, names) : undefined;
  const start = { port, host, hosts, store, seed, frozen, at, stamps, isUntilStdinEnds, data, env };
  return { action, subject, format, control, organization, start, application: values.application, stress };
}

const asking: readonly string[] = ["format", "control"];
const stressNames: readonly string[] = stressOptions;
const clockActions: readonly string[] = ["advance", "at", "freeze", "resume"];

/** Throws `UsageError` for an option of another action. */
function checkPlaces(action: SandboxSettings["action"], names: readonly string[]): void {
  for (const name of names) {
    if (name === "organization") {
      if (clockActions.includes(action)) continue;
      throw new UsageError(`--organization is for ${clockActions.join(", ")}`);
    }
    if (action === "rotate" && name === "env") continue;
    if (name === "application" && (action === "rotate" || action === "redeliver")) continue;
    if (stressNames.includes(name) && action !== "stress") throw new UsageError(`--${name} is for stress`);
    if (action === "start" && name === "control")
      throw new UsageError("--control is for actions; a sandbox that is started makes its own");
    const isOwn = action === "stress" && (stressNames.includes(name) || name === "seed");
    if (action !== "start" && !isOwn && !asking.includes(name))
      throw new UsageError(`--${name} is for starting a sandbox, not for ${action}`);
  }
}

function readArguments([name = "start", subject = "", ...rest]: readonly string[]) {
  if (!isAction(name)) {
    const names = Object.keys(actions).slice(1);
    const near = didYouMean(name, names) || `; use one of ${names.join(", ")}, or none`;
    throw new UsageError(`unknown action ${printable(name)}${near}`);
  }
  const argument = actions[name];
  if (argument === undefined && subject !== "") throw new UsageError(`${name} takes only options`);
  if (argument !== undefined && subject === "") throw new UsageError(`write sandbox ${name} ${argument}`);
  if (rest.length > 0) throw new UsageError(`${name} takes one ${argument}`);
  return { action: name, subject };
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}
