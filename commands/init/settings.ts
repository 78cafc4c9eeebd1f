import { resolve } from "node:path";
import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Choices } from "./choices.js";
import { initCommand } from "./options.js";

/** What the command line asks for. */
export interface InitSettings {
  /** Absolute path of the project. */
  readonly folder: string;
  /** The folder as given, for messages. */
  readonly shown: string;
  readonly given: { readonly [Name in keyof Choices]: Choices[Name] | undefined };
  readonly event: string | undefined;
  readonly sdk: string;
  /** Whether to ask for what isn't given. */
  readonly asks: boolean;
  readonly force: boolean;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(
  args: readonly string[],
  { cwd, prompt }: Pick<Terminal, "cwd" | "prompt">,
): InitSettings {
  const { values, positionals } = readCommandLine(initCommand, args);
  const [shown = ".", surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`unexpected argument \`${surplus}\`: pass one folder`);
  if (shown === "") throw new UsageError("the folder must not be empty; `.` is the current one");
  const { framework, store, identity, event, sdk, yes, force } = values;
  const hasAnswer = [framework, store, identity].some((answer) => answer !== undefined);
  return {
    folder: resolve(cwd, shown),
    shown,
    given: { framework, store, identity },
    event,
    sdk,
    asks: prompt !== undefined && !yes && !hasAnswer,
    force,
  };
}
