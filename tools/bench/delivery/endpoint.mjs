import { fileURLToPath } from "node:url";
import { startProcess } from "./process.mjs";

/**
 * @typedef {object} Endpoint
 * @property {string} origin
 * @property {(count: number, options?: { readonly isCounted?: boolean }) => Promise<{ readonly reached: Promise<unknown> }>} expect
 *   counts from zero; `reached` resolves when that many requests have been answered. Ids are compared only if `isCounted`.
 * @property {(hangs: boolean) => Promise<void>} hang whether `/hang/…` is answered from now on; it isn't at first
 * @property {() => Promise<readonly number[]>} waits how long after its publication each event arrived, in milliseconds, ascending
 * @property {() => Promise<{ readonly answered: number, readonly repeated: number }>} count requests, and those with an id that came before
 */

/**
 * Runs work with an endpoint in a process of its own.
 * @template T
 * @param {AbortSignal} signal
 * @param {(endpoint: Endpoint) => Promise<T>} work
 */
export async function withEndpoint(signal, work) {
  const child = startProcess(fileURLToPath(new URL("receiver.mjs", import.meta.url)), {}, signal);
  try {
    const { port } = await child.message("listening");
    return await work({
      origin: `http://127.0.0.1:${port}`,
      async expect(count, { isCounted = false } = {}) {
        await child.ask({ kind: "expect", count, isCounted }, "expecting");
        const reached = child.message("reached");
        // It is awaited later, or not at all after a failure elsewhere.
        reached.catch(() => {});
        return { reached };
      },
      hang: async (hangs) => void (await child.ask({ kind: "hang", hangs }, "hanging")),
      waits: async () => (await child.ask({ kind: "waits" }, "waits")).waits,
      count: () => child.ask({ kind: "count" }, "count"),
    });
  } finally {
    await child.end();
  }
}
