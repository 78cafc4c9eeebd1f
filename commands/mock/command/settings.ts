import { readCommandLine } from "../../options/command-line.js";
import { UsageError } from "../../options/usage.js";
import { mockCommand } from "./options.js";

/** Settings of a run, from the command line. */
export interface MockSettings {
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly allowRefsTo: readonly string[];
  /** Of a contract, in bytes. */
  readonly maxFile: number;
  readonly port: number;
  readonly host: string;
  readonly dynamic: boolean;
  readonly seed: string;
  readonly strict: boolean;
  readonly watch: boolean;
  readonly cors: boolean;
  readonly format: "pretty" | "json";
  /** Absent: answers are made. */
  readonly proxy: { readonly url: string; readonly errors: boolean; readonly timeoutMs: number } | undefined;
  /** In bytes. */
  readonly maxBody: number;
}

/** Reads the command line. Throws `UsageError` for invalid and conflicting options. */
export function readSettings(args: readonly string[]): MockSettings {
  const { values, positionals, given } = readCommandLine(mockCommand, args);
  if (positionals.length === 0)
    throw new UsageError("no contract: pass an OpenAPI document or a folder of them");
  const { proxy: url } = values;
  const without = ["errors", "timeout"].find((name) => given.some((each) => each.name === name));
  if (url === undefined && without !== undefined) throw new UsageError(`--${without} needs --proxy URL`);
  if (url !== undefined && values.dynamic)
    throw new UsageError("use either --dynamic or --proxy, not both: a proxy makes no answers");
  return {
    contracts: positionals,
    overlays: values.overlay ?? [],
    allowRefsTo: values["allow-refs-to"] ?? [],
    maxFile: values["max-file"],
    port: values.port,
    host: values.host,
    dynamic: values.dynamic,
    seed: values.seed,
    strict: values.strict,
    watch: values.watch,
    // What a real server allows is its own decision.
    cors: !values["no-cors"] && url === undefined,
    format: values.format,
    proxy: url === undefined ? undefined : { url, errors: values.errors, timeoutMs: values.timeout },
    maxBody: values["max-body"],
  };
}
