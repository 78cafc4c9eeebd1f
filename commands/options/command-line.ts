import { parseArgs } from "node:util";
import { unknownName } from "@oipkit/runtime/nearest-names";
import {
  type Declaration,
  type EnvironmentVariable,
  type Options,
  UsageError,
  type Values,
} from "./option.js";

/** A parsed command line. */
export interface CommandLine<Declared extends Options> {
  readonly values: Values<Declared>;
  readonly positionals: readonly string[];
  /** Each option in the order given, for options whose order matters. */
  readonly given: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Parses the options that a command declares, after `check` has validated its arguments. Throws `UsageError`, whose
 * message says what to type instead.
 */
export function readCommandLine<Declared extends Options>(
  { options, environment = [] }: Pick<Declaration<Declared>, "options" | "environment">,
  args: readonly string[],
  check: (positionals: readonly string[]) => void = () => {},
): CommandLine<Declared> {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(options).map(parserOption)),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  const names = Object.keys(options);
  for (const { name, rawName, value, inlineValue } of given) {
    if (!names.includes(name)) {
      refuseSecret(args, environment);
      throw new UsageError(
        unknownName(
          "option",
          rawName,
          names.map((known) => `--${known}`),
        ),
      );
    }
    const shape = options[name]?.value;
    if (shape === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value`);
    if (shape === undefined) continue;
    if (value === undefined || (value === "" && !inlineValue))
      throw new UsageError(`${rawName} needs a value: ${rawName} ${shape}`);
    if (!inlineValue && value.length > 1 && value.startsWith("-"))
      throw new UsageError(`${rawName} needs a value; write --${name}=${shape} if it starts with a dash`);
  }
  check(positionals);
  const values = Object.entries(options).map(([name, option]) => {
    const texts = given.filter((token) => token.name === name).map(({ value }) => value ?? "");
    return [name, option.read(texts, `--${name}`)] as const;
  });
  return {
    // `read` returns the declared type, which `Object.entries` loses.
    values: Object.fromEntries(values) as Values<Declared>,
    positionals,
    given: given.map(({ name, value = "" }) => ({ name, value })),
  };
}

/** Throws `UsageError` if more than one of the named options is given. */
export function rejectTogether(given: Readonly<Record<string, unknown>>, ...names: readonly string[]): void {
  const found = names.filter((name) => given[name] !== undefined && given[name] !== false);
  if (found.length < 2) return;
  throw new UsageError(`use either --${found[0]} or --${found[1]}, not both`);
}

function parserOption([name, { value, short }]: [string, Options[string]]) {
  const type = value === undefined ? ("boolean" as const) : ("string" as const);
  return [name, { type, multiple: true, ...(short !== undefined && { short }) }] as const;
}

/**
 * Throws `UsageError` if an argument looks like an option for a secret that the command reads from its environment:
 * every user of the machine can see command lines.
 */
function refuseSecret(args: readonly string[], environment: readonly EnvironmentVariable[]): void {
  const names = environment.map(({ name }) => name);
  for (const arg of args) {
    if (arg === "--") return;
    const option = /^--?([^=]*)/.exec(arg)?.[1] ?? "";
    const variable = names.length === 0 ? undefined : variableFor(option, names);
    if (variable === undefined) continue;
    throw new UsageError(
      `there is no option \`--${option}\`, because other users can see the command line; set ${variable} in the environment`,
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
