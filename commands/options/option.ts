import { OipkitError } from "@oipkit/runtime/errors";
import { unknownName } from "@oipkit/runtime/nearest-names";

/** The command line or the configuration is invalid. */
export class UsageError extends OipkitError {
  readonly code = "usage";
}

/** One option of a command, as the parser, `--help` and the documentation need it. */
export interface Option<Value> {
  /** Placeholder for its value, such as `FILE`; `undefined` for a flag. */
  readonly value: string | undefined;
  readonly short: string | undefined;
  /** Whether it can be repeated. */
  readonly multiple: boolean;
  /** A phrase in Markdown without a full stop; `--help` shows it without backticks. */
  readonly description: string;
  /** Additional sentences for the documentation, in Markdown. */
  readonly details: string | undefined;
  /** The default as shown to users, in Markdown. */
  readonly default: string | undefined;
  /** Its heading in `--help`. */
  readonly group: string | undefined;
  /** Parses the given texts, of which there may be none. Throws `UsageError`, which names `flag`. */
  read(given: readonly string[], flag: string): Value;
}

/** What every option declares. */
export interface Described {
  readonly description: string;
  readonly details?: string;
  readonly group?: string;
}

/** What an option with a value declares. */
export interface Valued extends Described {
  readonly value: string;
  readonly short?: string;
  /** Default, parsed like a given text. */
  readonly default?: string;
  /** Describes a default that the command itself applies. */
  readonly otherwise?: string;
  /** Whether it must be given. */
  readonly required?: true;
}

/** The value's type; optional unless the option has a default or is required. */
type Read<Spec, Value> = Spec extends { default: string } | { required: true } ? Value : Value | undefined;

/** A flag without a value. */
export function flag(spec: Described): Option<boolean> {
  return { ...plain(spec), value: undefined, read: (given) => given.length > 0 };
}

/** An option whose text is parsed by `parse`. */
export function parsed<const Spec extends Valued, Value>(
  spec: Spec,
  parse: (text: string, flag: string) => Value,
): Option<Read<Spec, Value>> {
  return {
    ...plain(spec),
    read: (given, flag) => {
      const text = given.at(-1) ?? spec.default;
      if (text === undefined && spec.required)
        throw new UsageError(`${flag} ${spec.value} is missing: ${spec.description}`);
      // `Read` includes `undefined` for an optional option without a default.
      return (text === undefined ? undefined : parse(text, flag)) as Read<Spec, Value>;
    },
  };
}

/** Any text. */
export function text<const Spec extends Valued>(spec: Spec): Option<Read<Spec, string>> {
  return parsed(spec, (given) => given);
}

/** Any number of texts. */
export function texts(spec: Omit<Valued, "default">): Option<readonly string[] | undefined> {
  return { ...plain(spec), multiple: true, read: (given) => (given.length === 0 ? undefined : given) };
}

/** A whole number from `min` to `max`. */
export function wholeNumber<const Spec extends Valued & { readonly min?: number; readonly max?: number }>(
  spec: Spec,
): Option<Read<Spec, number>> {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = spec;
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  return parsed(spec, (given, flag) => {
    const number = Number(given);
    if (/^[0-9]+$/.test(given) && number >= min && number <= max) return number;
    throw new UsageError(`${flag} must be a whole number ${range}`);
  });
}

/** One of the given words. */
export function choice<const Spec extends Valued, const Name extends string>(
  spec: Spec,
  names: readonly Name[],
): Option<Read<Spec, Name>> {
  return parsed(spec, (given, flag) => nameIn(names, given, flag));
}

/** A comma-separated list of the given words; `noun` names one of them in errors. */
export function choices<const Spec extends Valued & { readonly noun: string }, const Name extends string>(
  spec: Spec,
  names: readonly Name[],
): Option<Read<Spec, readonly Name[]>> {
  return parsed(spec, (given, flag) =>
    given.split(",").map((part) => {
      const found = names.find((name) => name === part.trim());
      if (found !== undefined) return found;
      throw new UsageError(`${flag}: ${unknownName(spec.noun, part.trim(), names)}`);
    }),
  );
}

/** The word that equals a text. Throws `UsageError`, which never repeats the text, since it may be a secret. */
export function nameIn<const Name extends string>(names: readonly Name[], given: string, flag: string): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} must be ${listed(names)}`);
}

/** `a`, `a or b`, `one of a, b, c`. */
function listed(names: readonly string[]): string {
  if (names.length < 3) return names.join(" or ");
  return `one of ${names.join(", ")}`;
}

function plain(spec: Described & Partial<Valued>): Omit<Option<never>, "read"> {
  const { value, short, description, details, group, otherwise } = spec;
  const shown = otherwise ?? (spec.default === undefined ? undefined : `\`${spec.default}\``);
  return {
    value,
    short,
    multiple: false,
    description,
    details,
    group,
    default: spec.required ? "required" : shown,
  };
}

/** The options of a command, by name without dashes. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of options, by the same names. */
export type Values<Declared extends Options> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Option<infer Value> ? Value : never;
};

/** An environment variable that a command reads. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly description: string;
}

/** A command as users see it. */
export interface Declaration<Declared extends Options = Options> {
  /** Usage lines, without `oipkit`. */
  readonly usage: readonly string[];
  /** Sentences in Markdown. */
  readonly about: string;
  /** Descriptions by first argument, for a command with several actions. */
  readonly actions?: Readonly<Record<string, string>>;
  readonly options: Declared;
  readonly environment?: readonly EnvironmentVariable[];
  readonly exitCodes: string;
}
