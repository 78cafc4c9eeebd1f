import type { Contracts } from "../../reader/documents/contracts.js";
import type { Model } from "../../reader/model/model.js";
import type { Code } from "../../reader/text/code/code.js";
import type { TemplateView } from "../render/template.js";
import type { Renderer } from "./renderer.js";

/** A file of a plugin: its path below the plugin's folder, with `/` between the parts, and its text. */
export interface PluginFile {
  readonly path: string;
  readonly text: string | Code;
}

/** The argument of a plugin's `emit`. */
export interface PluginContext extends Renderer {
  /** The contracts as one neutral model, sorted and read-only: APIs, sets of events, schemas. */
  readonly model: Model;
  /** The documents that the model was made from, with positions, examples and cases. */
  readonly contracts: Contracts;
  /**
   * The import specifier of a file of another output, for a file of this plugin:
   * `importPath("platform/client.ts")` is `"../platform/client.js"`. `from` is the path of the importing file, if
   * it isn't at the top of the plugin's folder.
   */
  importPath(path: string, from?: string): string;
  /** Renders one of the plugin's `templates`. Throws if it uses a name that the view lacks. */
  render(template: string, view: TemplateView): string;
}

/** An emitter of your own: an output in addition to the built-in ones. */
export interface Plugin {
  /**
   * The output's name in `--only`, and its folder below the output folder: lower-case letters, digits and hyphens,
   * starting with a letter.
   */
  readonly name: string;
  /** Outputs that the plugin's files import, such as `client`. They are made with it. */
  readonly needs?: readonly string[] | undefined;
  /** Handlebars templates by name, for `render`. A name with a leading `_` is a partial. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  /** Makes the files. The same contracts must give the same files: no clock, no randomness. */
  emit(context: PluginContext): readonly PluginFile[] | Promise<readonly PluginFile[]>;
}

/** The default export of a plugin's module: the plugin, or a function that makes it from the configured options. */
export type PluginModule<Options = never> = Plugin | ((options: Options) => Plugin | Promise<Plugin>);

/** A plugin, and where it comes from, for error messages. */
export interface LoadedPlugin extends Plugin {
  /** The file or package that the configuration names. */
  readonly from?: string | undefined;
}

/** Returns the plugin, so that an editor knows its type. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

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
