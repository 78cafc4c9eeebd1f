export type { Contracts } from "../../reader/documents/contracts.js";
export type * from "../../reader/model/model.js";
export type { Code } from "../../reader/text/code/code.js";
export type { DocTag } from "../../reader/text/code/comment.js";
export type { GeneratedFile } from "../emit/file.js";
export type { TemplateView } from "../render/template.js";
export { PluginFailedError, PluginLoadError, PluginNameError } from "./errors.js";
export {
  definePlugin,
  type LoadedPlugin,
  type Plugin,
  type PluginContext,
  type PluginFile,
  type PluginModule,
  type PluginReference,
} from "./plugin.js";
export type { Renderer } from "./renderer.js";
