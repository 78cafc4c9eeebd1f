import type { CheckUnit } from "../check-unit.js";
import type { Unit, UnitPart } from "../unit.js";
import type { WorkerPool } from "./worker-pool.js";

/** A unit of input with its results. */
interface CheckedUnit {
  readonly unit: Unit;
  readonly parts: readonly UnitPart[];
}

/** How units are checked, and when threads start. */
interface OrderOptions {
  /** Checks in this thread, which can't do anything else meanwhile; `undefined` if a unit must be checked by another one, which starts. */
  check(unit: Unit): Promise<readonly UnitPart[] | undefined>;
  /** Further threads, used as soon as they are ready. */
  readonly pool: WorkerPool;
  /** Number of checked bytes after which the pool starts. */
  readonly startAfter: number;
  /** Stops, between two units of this thread. */
  readonly signal: AbortSignal;
}

/** How many units each thread may be ahead of the consumer; bounds memory. */
const ahead = 4;

/**
 * Checks units on all threads and yields the results in the order of the units. Takes further units only as fast as
 * the consumer takes results.
 */
export async function* inOrder(
  units: AsyncGenerator<Unit>,
  options: OrderOptions,
): AsyncGenerator<CheckedUnit> {
  const { check, pool, startAfter, signal } = options;
  const done = new Map<number, CheckedUnit>();
  const wakeUp = new WakeUp();
  const notify = () => wakeUp.notify();
  signal.addEventListener("abort", notify, { once: true });
  pool.onChange(notify);
  let failure: { readonly error: unknown } | undefined;
  let next: Unit | undefined;
  let taken = 0;
  let given = 0;
  let ended = false;
  let bytes = 0;

  const take = async (): Promise<void> => {
    const result = await Promise.race([units.next(), wakeUp.aborted(signal)]);
    if (result === undefined || result.done) ended = true;
    else next = result.value;
  };
  const handOver = (unit: Unit, run: CheckUnit): void => {
    const index = taken++;
    run(unit).then(
      (parts) => {
        done.set(index, { unit, parts });
        wakeUp.notify();
      },
      (error: unknown) => {
        failure ??= { error };
        wakeUp.notify();
      },
    );
  };

  try {
    for (;;) {
      for (let ready = done.get(given); ready; ready = done.get(given)) {
        done.delete(given++);
        for (const part of ready.parts) bytes += part.bytes;
        yield ready;
      }
      if (failure) throw failure.error;
      if (signal.aborted || (ended && next === undefined && given === taken)) return;
      if (bytes >= startAfter) pool.start();
      const helper = pool.idle();
      if (next === undefined && !ended && taken - given < ahead * (pool.size + 1)) await take();
      else if (next === undefined) await wakeUp.wait();
      else if (helper !== undefined) {
        handOver(next, helper.run);
        next = undefined;
      } else {
        const parts = await check(next);
        if (parts === undefined) {
          pool.start();
          await wakeUp.wait();
          continue;
        }
        done.set(taken++, { unit: next, parts });
        next = undefined;
        // Let results of other threads and signals arrive.
        await new Promise((turn) => setImmediate(turn));
      }
    }
  } finally {
    signal.removeEventListener("abort", notify);
    await pool.close();
    // A source that is waiting for input never returns, so don't wait for it.
    if (!signal.aborted) await units.return(undefined);
  }
}

/** Wakes an idle loop; a notify before the wait isn't lost. */
class WakeUp {
  #notified = false;
  #wake: (() => void) | undefined;

  notify(): void {
    this.#notified = true;
    this.#wake?.();
  }

  async wait(): Promise<void> {
    if (!this.#notified) await new Promise<void>((wake) => (this.#wake = wake));
    this.#notified = false;
    this.#wake = undefined;
  }

  /** Resolves with `undefined` when the signal is aborted. */
  aborted(signal: AbortSignal): Promise<undefined> {
    this.#aborted ??= new Promise((stop) => {
      if (signal.aborted) stop(undefined);
      signal.addEventListener("abort", () => stop(undefined), { once: true });
    });
    return this.#aborted;
  }

  #aborted: Promise<undefined> | undefined;
}
