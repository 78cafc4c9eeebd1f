export type { ConsoleOptions } from "./console-options.js";
export { type Console, createConsole } from "./create-console.js";
