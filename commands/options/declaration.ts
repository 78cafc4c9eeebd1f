import type { Option } from "./option.js";

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
