import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import type { Terminal } from "../terminal/terminal.js";
import { text, UsageError } from "./option.js";

/** The option by which a command reads the settings of a receiver's project. */
export const envFile = text({
  value: "FILE",
  description: "read variables from a file, such as the `.env` of a receiver",
  details:
    "The environment overrides it. With this option, APPLICATION_ID, ENVIRONMENT, HOST and PORT say where the receiver is and what it is bound to, unless an option does.",
});

/** The value of `--env-file` on a command line. */
function envFileName(args: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { "env-file": { type: "string" } },
    strict: false,
    allowPositionals: true,
  });
  const { "env-file": name } = values;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/**
 * The terminal with the variables of the file that a command line names; credentials among them are masked. Rejects with a
 * `UsageError` if the file can't be read.
 */
export async function withEnvFile(args: readonly string[], terminal: Terminal): Promise<Terminal> {
  const name = envFileName(args);
  if (name === undefined) return terminal;
  const content = await readFile(resolve(terminal.cwd, name), "utf8").catch((cause: Error) => {
    throw new UsageError(`--env-file: ${name} can't be read: ${cause.message}`, { cause });
  });
  const read = parseEnv(content);
  for (const [variable, value] of Object.entries(read))
    if (/SECRET|TOKEN|KEY|PASSWORD/.test(variable)) terminal.hide?.(value ?? "");
  return { ...terminal, env: { ...read, ...terminal.env } };
}

/** What a project of `oipkit init` says about its receiver. */
interface ReceiverSettings {
  readonly application?: string | undefined;
  readonly environment?: string | undefined;
  /** Its address. */
  readonly url?: string | undefined;
  /** The address of its probe, if that is on. */
  readonly probe?: string | undefined;
}

/** The settings of the receiver in the variables of `--env-file`; nothing without the option, since variables of these names can mean anything. */
export function receiverSettings(
  file: string | undefined,
  { APPLICATION_ID, ENVIRONMENT, HOST, PORT, OIPKIT_PROBE }: Terminal["env"],
): ReceiverSettings {
  if (file === undefined) return {};
  const isEverywhere = HOST === undefined || HOST === "" || HOST === "0.0.0.0" || HOST === "::";
  const host = isEverywhere ? "127.0.0.1" : HOST;
  const origin = PORT ? `http://${host.includes(":") ? `[${host}]` : host}:${PORT}` : undefined;
  return {
    application: APPLICATION_ID || undefined,
    environment: ENVIRONMENT || undefined,
    url: origin && `${origin}/webhook`,
    probe: origin && OIPKIT_PROBE === "on" ? `${origin}/probe` : undefined,
  };
}
