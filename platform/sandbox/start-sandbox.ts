import { type OpenSandbox, type OpenSandboxOptions, openSandbox } from "./open-sandbox.js";
import { type ServedSandbox, type ServingOptions, serveSandbox } from "./server/serve-sandbox.js";

/** How a sandbox is started. At most one of `file` and `postgres`; without them, it is in memory. */
export interface SandboxOptions extends OpenSandboxOptions, ServingOptions {}

/** A running sandbox. */
export interface Sandbox extends OpenSandbox, Omit<ServedSandbox, "stop"> {}

/**
 * Starts a sandbox: records with their commands, the clock, deliveries, and an HTTP server with issuers, API and control. Rejects with
 * `SandboxDataError` for a broken data file, with `sandbox-version` or `sandbox-seed`, with a `StoreFailure`, and if it can't listen.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await openSandbox(options);
  try {
    const { stop, ...served } = await serveSandbox(sandbox, options);
    const close = async (): Promise<void> => {
      await stop();
      await sandbox.close();
    };
    return { ...sandbox, ...served, close, [Symbol.asyncDispose]: close };
  } catch (failure) {
    await sandbox.close();
    throw failure;
  }
}
