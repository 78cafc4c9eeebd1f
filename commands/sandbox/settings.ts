import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { StoreLocation } from "../stores/location.js";
import { sandboxCommand } from "./options.js";
import { readTormentSettings, type TormentSettings, tormentOptions } from "./torment-settings.js";

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
  torment: undefined,
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
  readonly data: string | undefined;
}

/** Settings of the command, from the command line. */
export interface SandboxSettings {
  readonly action: keyof typeof actions;
  /** The argument; empty for actions without one. */
  readonly subject: string;
  readonly format: "pretty" | "json";
  readonly control: string | undefined;
  readonly start: StartSettings;
  /** Of `torment` alone. */
  readonly torment: TormentSettings | undefined;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): SandboxSettings {
  const { values, positionals, given } = readCommandLine(sandboxCommand, args, readArguments);
  const { action, subject } = readArguments(positionals);
  const { format, control, port, host, store, seed, frozen, at, data } = values;
  const names = given.map(({ name }) => name);
  checkPlaces(action, names);
  const hosts = values["allow-host"] ?? [];
  const torment = action === "torment" ? readTormentSettings(values, names) : undefined;
  const start = { port, host, hosts, store, seed, frozen, at, data };
  return { action, subject, format, control, start, torment };
}

/** Options of actions. */
const asking: readonly string[] = ["format", "control"];
const tormenting: readonly string[] = tormentOptions;

/** Throws `UsageError` for an option of another action. */
function checkPlaces(action: SandboxSettings["action"], names: readonly string[]): void {
  for (const name of names) {
    if (tormenting.includes(name) && action !== "torment") throw new UsageError(`--${name} is for torment`);
    if (action === "start" && name === "control")
      throw new UsageError("--control is for actions; a sandbox that is started makes its own");
    const isOwn = action === "torment" && (tormenting.includes(name) || name === "seed");
    if (action !== "start" && !isOwn && !asking.includes(name))
      throw new UsageError(`--${name} is for starting a sandbox, not for ${action}`);
  }
}

function readArguments([name = "start", subject = "", ...rest]: readonly string[]) {
  if (!isAction(name))
    throw new UsageError(`unknown action; use one of ${Object.keys(actions).slice(1).join(", ")}, or none`);
  const argument = actions[name];
  if (argument === undefined && subject !== "") throw new UsageError(`${name} takes only options`);
  if (argument !== undefined && subject === "") throw new UsageError(`write sandbox ${name} ${argument}`);
  if (rest.length > 0) throw new UsageError(`${name} takes one ${argument}`);
  return { action: name, subject };
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}
