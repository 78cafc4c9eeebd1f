import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** The machine in one line, to make figures comparable. */
export function describeMachine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const cores = `${availableParallelism()} cores`;
  return [cpus()[0]?.model.trim() || process.arch, cores, memory, `${type()} ${release()}`].join(", ");
}

/** The load average of the last minute; 0 if the system doesn't report it. */
export function currentLoad() {
  return loadavg()[0] ?? 0;
}
