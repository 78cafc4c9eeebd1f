/** A plugin in a configuration: a file or package, with its settings. */
export interface PluginReference {
  /** A path that starts with `./`, `../` or `/`, relative to the configuration; or the name of a package. */
  readonly from: string;
  /** A name instead of the plugin's own. */
  readonly name?: string | undefined;
  /** The argument of the plugin's function. JSON data. */
  readonly options?: unknown;
}

/** A reference, and the folder of the configuration that contains it. */
export interface ConfiguredPlugin extends PluginReference {
  /** Absolute. */
  readonly folder: string;
}
