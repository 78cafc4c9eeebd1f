import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from "vitest/node";

/** Files that run in one process: what they compile stays there, and a large heap is slow to collect. */
const mostFiles = 25;

/** Vitest's processes for files that share one, but renewed now and then. */
class RenewedFork extends ForksPoolWorker {
  override name = "renewed-forks";
  private files = 0;

  override send(message: WorkerRequest): void {
    if (message.type === "run") this.files += message.context.files.length;
    super.send(message);
  }

  canReuse(): boolean {
    return this.files < mostFiles;
  }
}

/** For `pool` of Vitest's configuration. */
export const renewedForks = {
  name: "renewed-forks",
  createPoolWorker: (options: PoolOptions) => new RenewedFork(options),
};
