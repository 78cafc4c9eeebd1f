import type { Output } from "../documents/file-output.js";
import type { Terminal } from "./terminal.js";

/** Standard output with backpressure, for reports: their formats escape what they contain. */
export function terminalOutput(terminal: Terminal): Output {
  return {
    async write(text) {
      if (text === "" || terminal.outClosed?.aborted) return;
      terminal.out(text, "rendered");
      await terminal.drained?.();
    },
    async commit() {},
    discard() {},
  };
}
