import type { Rule } from "../rule.js";

/** Rules of your own. */
export interface LintPlugin {
  /** Comes before the names of its rules: `acme/no-foo`. Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** The default export of a plugin's module: the plugin, or a function that makes it from the configured options. */
export type LintPluginModule<Options = never> =
  | LintPlugin
  | ((options: Options) => LintPlugin | Promise<LintPlugin>);

/** Returns the plugin, so that an editor knows its type. */
export function defineLintPlugin(plugin: LintPlugin): LintPlugin {
  return plugin;
}
