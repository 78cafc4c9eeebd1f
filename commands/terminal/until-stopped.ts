import type { Terminal } from "./terminal.js";

/** Resolves on a signal to stop, or when the reader closes standard output. */
export function untilStopped({ signal, outClosed }: Pick<Terminal, "signal" | "outClosed">): Promise<void> {
  return new Promise((resolve) => {
    for (const each of [signal, outClosed]) {
      if (each?.aborted) resolve();
      each?.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}
