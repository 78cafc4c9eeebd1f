import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { isLarge } from "../hashing/is-large.js";
import { type HashThread, startHashWorker } from "../hashing/start-worker.js";

/** The command itself starts more if there are more cores and files. */
const most = 8;

/**
 * Starts the threads that hash a large folder before the command's other modules are loaded, which takes as long as their start.
 * Only for the plain form of the command line; the command itself starts those that are missing.
 */
export function startThreads([action, folder, ...options]: readonly string[], cwd: string): HashThread[] {
  const isPlain = action === "build" && folder !== undefined && !folder.startsWith("-");
  const choosesJobs = options.some((option) => option.startsWith("--jobs"));
  if (!isPlain || choosesJobs || !isLarge(resolve(cwd, folder))) return [];
  return Array.from({ length: Math.min(most, availableParallelism() - 1) }, startHashWorker);
}
