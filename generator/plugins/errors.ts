import { OipkitError } from "@oipkit/runtime/errors";

/** A plugin can't be found or loaded, or its export isn't a plugin. */
export class PluginLoadError extends OipkitError {
  readonly code = "plugin-load";
  constructor(
    /** The file or package, as the configuration names it. */
    readonly from: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`plugin ${from}: ${problem}`, options);
  }
}

/** A plugin's name is taken, or can't be the name of a folder. */
export class PluginNameError extends OipkitError {
  readonly code = "plugin-name";
  constructor(
    readonly plugin: string,
    problem: string,
  ) {
    super(`${plugin}: ${problem}; give it another name with \`name\` beside \`from\` in the configuration`);
  }
}

/** A plugin threw while making its files, or returned something other than files. */
export class PluginFailedError extends OipkitError {
  readonly code = "plugin-failed";
  constructor(
    readonly plugin: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${plugin}: ${problem}`, options);
  }
}

/** A thrown value as text; it needn't be an `Error`. */
export function thrownText(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return String(thrown);
}
