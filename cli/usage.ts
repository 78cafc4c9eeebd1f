import { type ParseArgsConfig, parseArgs } from "node:util";
import { OipkitError } from "@oipkit/runtime/errors";

/** The command line can't be understood. */
export class UsageError extends OipkitError {
  readonly code = "usage";
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>;

/** Flags by Node's own parser, with errors that say what to type instead. */
export function parseFlags<const T extends Options>(args: readonly string[], options: T): Parsed<T> {
  for (const arg of args) {
    if (arg === "--") break;
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || name in options) continue;
    const near = Object.keys(options).find(
      (known) => known.startsWith(name) || name.startsWith(known) || distanceIsOne(known, name),
    );
    throw new UsageError(
      `there is no option --${name}${near === undefined ? "" : `; did you mean --${near}?`}`,
    );
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError(
      cause instanceof Error ? (cause.message.split(". ")[0] ?? cause.message) : String(cause),
      { cause },
    );
  }
}

function distanceIsOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [tailA, tailB] = [a.slice(at), b.slice(at)];
  return tailA.slice(1) === tailB || tailA === tailB.slice(1) || tailA.slice(1) === tailB.slice(1);
}

/** The number that a flag gives, from 1 on; `undefined` where it isn't given. Throws `UsageError`. */
export function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value === 0 || !Number.isSafeInteger(value))
    throw new UsageError(`--${name} is a whole number from 1 on, not \`${text}\``);
  return value;
}
