import { ControlLacking } from "../../errors.js";
import type { SenderCaseState } from "./case-state.js";

const day = 86_400_000;
/** Longer than any sender waits between two attempts. */
const mostMs = 60 * day;
/** How long a sender that doesn't show its clock may be quiet before it has done what is due, in milliseconds. */
const quietMs = 300;
const mostQuietChecks = 100;

/** Reads the sender's clock, or the real one if it shows none, and notes it in the state. */
export async function readClock(state: SenderCaseState): Promise<void> {
  try {
    state.clock = await state.run.control.now();
  } catch (thrown) {
    if (!(thrown instanceof ControlLacking)) throw thrown;
    state.clock = state.run.now();
  }
}

/** Lets the sender do what is due now, or becomes due within so many milliseconds. Rejects with `ControlLacking`. */
export async function advance(state: SenderCaseState, milliseconds: number): Promise<void> {
  await readClock(state);
  const from = state.received.length;
  try {
    state.clock = await state.run.control.advance(milliseconds);
  } catch (thrown) {
    if (!(thrown instanceof ControlLacking) || milliseconds > 0) throw thrown;
    await quiet(state);
  }
  for (const each of state.received.slice(from)) each.until = state.clock;
}

/** Advances until no delivery waits any more, at first in small steps so that each attempt's time is known. */
export async function settle(state: SenderCaseState): Promise<void> {
  let step = 1_000;
  for (let total = 0; total < mostMs; total += step) {
    if (!(await someWaits(state))) return;
    step = Math.min(2 * step, day);
    await advance(state, step);
  }
}

async function someWaits({ applications }: SenderCaseState): Promise<boolean> {
  for (const { control } of applications.values()) {
    const deliveries = await control.deliveries();
    if (deliveries.some(({ state }) => state === "pending")) return true;
  }
  return false;
}

/** Waits until no request has come in for a while. */
async function quiet(state: SenderCaseState): Promise<void> {
  let seen = -1;
  for (let at = 0; at < mostQuietChecks && seen !== state.received.length; at += 1) {
    seen = state.received.length;
    await state.run.sleep(quietMs);
  }
  state.clock = state.run.now();
}
