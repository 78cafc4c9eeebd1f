import { readFileSync } from "node:fs";

/** How much longer than its limit of processor time a task may take on a busy machine, or waiting for something. */
const patience = 10;
/** Clock ticks of Linux's `/proc` in a second, on every platform that Node runs on. */
const ticks = 100;

/**
 * Calls `onEnd` once a process has used so many seconds of processor time from now on, or ten times as long has passed. Without
 * `/proc`, elapsed time alone counts.
 * @param {number} pid
 * @param {number} seconds
 * @param {() => void} onEnd
 * @returns {() => void} stops waiting
 */
export function limitTime(pid, seconds, onEnd) {
  const [began, usedBefore] = [performance.now(), processorSeconds(pid)];
  const timer = setInterval(
    () => {
      const elapsed = (performance.now() - began) / 1000;
      const usedNow = processorSeconds(pid);
      const used = usedBefore === undefined || usedNow === undefined ? elapsed : usedNow - usedBefore;
      if (used < seconds && elapsed < seconds * patience) return;
      clearInterval(timer);
      onEnd();
    },
    Math.min(500, seconds * 250),
  );
  return () => clearInterval(timer);
}

/** Seconds of processor time that a process has used; `undefined` if the system doesn't tell. */
function processorSeconds(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  } catch {
    return undefined;
  }
}
