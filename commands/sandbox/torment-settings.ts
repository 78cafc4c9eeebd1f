import { UsageError } from "../options/usage.js";

/** Options of `oipkit sandbox torment`, and `--seed`, `--format` and `--control`. */
export const tormentOptions = [
  "for",
  "profile",
  "probe",
  "secrets",
  "application",
  "record",
  "replay",
] as const;

/** How a receiver is tormented. */
export interface TormentSettings {
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
type Values = Omit<TormentSettings, "count" | "probe"> & {
  readonly for: number;
  readonly probe: string | undefined;
};

/** Reads them; `given` names the options that were written. Throws `UsageError`. */
export function readTormentSettings(values: Values, given: readonly string[]): TormentSettings {
  const { probe, profile, seed, secrets, application, record, replay, format } = values;
  if (probe === undefined)
    throw new UsageError("torment needs --probe URL, which shows what the receiver has stored");
  if (!/^https?:\/\//.test(probe) || !URL.canParse(probe))
    throw new UsageError("--probe must be a URL such as http://127.0.0.1:8080/probe");
  const decided = ["for", "seed", "profile"].find((name) => given.includes(name));
  if (replay !== undefined && decided !== undefined)
    throw new UsageError(`--${decided} is in the file that --replay names`);
  return { count: values.for, profile, seed, probe, secrets, application, record, replay, format };
}
