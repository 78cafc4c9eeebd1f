import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** The machine in one line, for a reader who compares figures. */
export function describeMachine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const cores = `${availableParallelism()} cores`;
  return [cpus()[0]?.model.trim() || process.arch, cores, memory, `${type()} ${release()}`].join(", ");
}

/** How many processes wanted a core in the last minute; 0 if the system doesn't count them. */
export function currentLoad() {
  return loadavg()[0] ?? 0;
}
