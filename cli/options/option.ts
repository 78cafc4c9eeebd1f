import { unknownName } from "@oipkit/runtime/nearest-names";
import { UsageError } from "../usage.js";

/** One option of a command: all that the parser, `--help` and the documentation know of it. */
export interface Option<Value> {
  /** What stands for its value, such as `FILE`; `undefined` for a flag. */
  readonly value: string | undefined;
  readonly short: string | undefined;
  /** May be given several times. */
  readonly multiple: boolean;
  /** A phrase in Markdown without a full stop; `--help` shows it without backticks. */
  readonly description: string;
  /** What the documentation adds, as sentences in Markdown. */
  readonly details: string | undefined;
  /** What applies if it isn't given, in Markdown. */
  readonly default: string | undefined;
  /** Heading above it in `--help`. */
  readonly group: string | undefined;
  /** The value of the texts that were given, none if it wasn't given. Throws `UsageError`, which names `flag`. */
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
  /** Read as if it had been given. */
  readonly default?: string;
  /** What applies if it isn't given, in words; the command decides. */
  readonly otherwise?: string;
  /** It has to be given. */
  readonly required?: true;
}

/** Absent only if nothing stands in for it. */
type Read<Spec, Value> = Spec extends { default: string } | { required: true } ? Value : Value | undefined;

/** A flag: there or not. */
export function flag(spec: Described): Option<boolean> {
  return { ...plain(spec), value: undefined, read: (given) => given.length > 0 };
}

/** An option whose text `parse` reads. */
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
      // An absent option without a default is `undefined`, which `Read` says.
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

/** One of several words. */
export function choice<const Spec extends Valued, const Name extends string>(
  spec: Spec,
  names: readonly Name[],
): Option<Read<Spec, Name>> {
  return parsed(spec, (given, flag) => nameIn(names, given, flag));
}

/** Several of several words, separated by commas; `noun` says what one is. */
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

/** The one of several words that a text is. Throws `UsageError`, which never repeats the text: it may be a secret. */
export function nameIn<const Name extends string>(names: readonly Name[], given: string, flag: string): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} must be ${listed(names)}`);
}

/** `a`, `a or b`, `one of a, b, c`. */
function listed(names: readonly string[]): string {
  return names.length < 3 ? names.join(" or ") : `one of ${names.join(", ")}`;
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
