import type { ExampleCheck } from "./check/examples.js";
import type { EnumTypes } from "./emit/types/http-types.js";
import type { PluginReference } from "./plugins/reference.js";

/** What `oipkit.config.ts` exports as `default`, and what `oipkit.config.yaml` holds. Paths are relative to the file. */
export interface Config {
  /** Folders or documents; `contracts` if absent. */
  readonly contracts?: string | readonly string[];
  /** OpenAPI Overlays to put onto contracts. */
  readonly overlays?: string | readonly string[];
  /** The folder to write; `generated` if absent. */
  readonly out?: string;
  /** Outputs to make, plugins by name among them; all if absent. */
  readonly only?: readonly string[];
  /** Folder of templates that replace built-in ones. */
  readonly templates?: string;
  /** What an example that fails its schema is; `error` if absent. */
  readonly examples?: ExampleCheck;
  /** Text enums in answers: as the contract lists them, or open for values that come later; `closed` if absent. */
  readonly enums?: EnumTypes;
  /** The package whose `http`, `webhook` and so on generated code imports; `@oipkit/runtime` if absent. */
  readonly runtime?: string;
  /** Emitters of your own: files and packages, each with its options if it takes some. */
  readonly plugins?: readonly (string | PluginReference)[];
}

/** Gives back the configuration; an editor then knows its type. */
export function defineConfig(config: Config): Config {
  return config;
}
