export type { GeneratedFile } from "../emit/file.js";
export type * from "../model/model.js";
export type { Contracts } from "../read/contracts.js";
export type { Code } from "../render/code.js";
export type { DocTag } from "../render/comment.js";
export type { View } from "../render/template.js";
export { PluginFailedError, PluginLoadError, PluginNameError } from "./errors.js";
export {
  definePlugin,
  type LoadedPlugin,
  type Plugin,
  type PluginContext,
  type PluginFile,
  type PluginModule,
} from "./plugin.js";
export type { PluginReference } from "./reference.js";
export type { Renderer } from "./renderer.js";
