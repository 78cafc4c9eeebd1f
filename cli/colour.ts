import type { Terminal } from "./terminal.js";

/** Whether to colour standard output: decided by `FORCE_COLOR`, `NO_COLOR` and `TERM`, else by whether it is a terminal. */
export function wantsColour({ env, isTerminal }: Terminal): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR || env.TERM === "dumb") return false;
  return isTerminal?.out === true;
}
