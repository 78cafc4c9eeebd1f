/** A plugin as a configuration names it: a file or package, and what goes with it. */
export interface PluginReference {
  /** A path that starts with `./`, `../` or `/`, relative to the configuration; or the name of a package. */
  readonly from: string;
  /** A name instead of the plugin's own. */
  readonly name?: string | undefined;
  /** What the plugin's function gets. JSON data. */
  readonly options?: unknown;
}

/** A reference, and the folder of the configuration that it stands in. */
export interface ConfiguredPlugin extends PluginReference {
  /** Absolute. */
  readonly folder: string;
}
