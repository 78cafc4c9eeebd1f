import { useEffect, useState, useSyncExternalStore } from "react";
import type { components } from "../../generated/console/types.js";

/** The sandbox's clock, as the backend reads it. */
export type ClockState = components["schemas"]["SandboxClockState"];

interface Reading {
  readonly clock: ClockState;
  /** Of `performance.now()` at the reading, since the browser's clock may be wrong. */
  readonly at: number;
}

let reading: Reading | undefined;
const listeners = new Set<() => void>();

/** Takes over a clock that was read; all times on the page follow it. */
export function setClock(clock: ClockState | null): void {
  if (clock === null || clock === reading?.clock) return;
  reading = { clock, at: performance.now() };
  for (const listener of listeners) listener();
}

/** The sandbox's time now, in milliseconds since 1970. */
export function sandboxNow(): number {
  if (reading === undefined) return Date.now();
  const start = Date.parse(reading.clock.now);
  return reading.clock.mode === "frozen" ? start : start + performance.now() - reading.at;
}

/** Returns the sandbox's time; the component is drawn again every `everyMs` milliseconds, and when the clock is moved. */
export function useSandboxNow(everyMs = 10_000): number {
  useSyncExternalStore(subscribe, () => reading);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return sandboxNow();
}

/** Returns the clock as it was last read. */
export function useClock(): ClockState | undefined {
  return useSyncExternalStore(subscribe, () => reading)?.clock;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
