import { UsageError } from "../usage.js";
import type { EnvironmentVariable } from "./declaration.js";

/**
 * Throws `UsageError` if an argument looks like an option for a secret that the command reads from its environment:
 * every user of the machine can see command lines.
 */
export function refuseSecret(args: readonly string[], environment: readonly EnvironmentVariable[]): void {
  const names = environment.map(({ name }) => name);
  for (const arg of args) {
    if (arg === "--") return;
    const option = /^--?([^=]*)/.exec(arg)?.[1] ?? "";
    const variable = names.length === 0 ? undefined : variableFor(option, names);
    if (variable === undefined) continue;
    throw new UsageError(
      `there is no option \`--${option}\`, since other users can see secrets on the command line; set ${variable} in the environment`,
    );
  }
}

/** The variable whose name shares the most words with an option's name. */
function variableFor(option: string, names: readonly string[]): string | undefined {
  const words = option.toUpperCase().split(/[-_]/);
  if (!words.some((word) => /SECRET|TOKEN|KEY/.test(word))) return undefined;
  const shared = (name: string): number =>
    name
      .split("_")
      .filter((word) =>
        words.some((each) => each.includes(word) || (each.length > 3 && word.startsWith(each))),
      ).length;
  return [...names].sort((a, b) => shared(b) - shared(a))[0];
}
