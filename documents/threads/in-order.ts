import type { CheckUnit } from "../check-unit.js";
import type { Part, Unit } from "../unit.js";
import type { Crew } from "./crew.js";

/** A unit of input with what was found in it. */
export interface Checked {
  readonly unit: Unit;
  readonly parts: readonly Part[];
}

/** Who checks, and when further threads are called. */
export interface OrderOptions {
  /** Checks in this thread. */
  readonly check: CheckUnit;
  /** Further threads; they join in as soon as they are ready. */
  readonly crew: Crew;
  /** The crew is called once so many bytes were checked. */
  readonly callAfter: number;
  /** Ends the work between two units. */
  readonly signal: AbortSignal;
}

/** Units that one more thread may be ahead of what was handed out; it bounds the memory. */
const ahead = 4;

/**
 * Checks units on all threads and hands out what was found in the order of the units. No more units are taken
 * than the one who asks for results keeps up with.
 */
export async function* inOrder(units: AsyncGenerator<Unit>, options: OrderOptions): AsyncGenerator<Checked> {
  const { check, crew, callAfter, signal } = options;
  const done = new Map<number, Checked>();
  const bell = new Bell();
  const ring = () => bell.ring();
  signal.addEventListener("abort", ring, { once: true });
  let failure: { readonly error: unknown } | undefined;
  let taken = 0;
  let given = 0;
  let ended = false;
  let bytes = 0;

  const next = async (): Promise<Unit | undefined> => {
    const result = await Promise.race([units.next(), bell.aborted(signal)]);
    if (result === undefined || result.done) {
      ended = true;
      return undefined;
    }
    return result.value;
  };
  const handOver = (unit: Unit, run: CheckUnit): void => {
    const index = taken++;
    run(unit).then(
      (parts) => {
        done.set(index, { unit, parts });
        bell.ring();
      },
      (error: unknown) => {
        failure ??= { error };
        bell.ring();
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
      if (signal.aborted || (ended && given === taken)) return;
      if (bytes >= callAfter) crew.call(ring);
      const helper = crew.idle();
      const mayTake = !ended && taken - given < ahead * (crew.size + 1);
      if (mayTake && helper) {
        const unit = await next();
        if (unit) handOver(unit, helper.run);
      } else if (mayTake) {
        const unit = await next();
        if (unit === undefined) continue;
        const index = taken++;
        done.set(index, { unit, parts: await check(unit) });
        // Lets other threads' results and signals in.
        await new Promise((turn) => setImmediate(turn));
      } else await bell.rung();
    }
  } finally {
    signal.removeEventListener("abort", ring);
    await crew.dismiss();
    // A source that waits for input never returns; it is left to its own end.
    if (!signal.aborted) await units.return(undefined);
  }
}

/** Wakes a loop that has nothing to do; a ring in advance isn't lost. */
class Bell {
  #rang = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rang = true;
    this.#wake?.();
  }

  async rung(): Promise<void> {
    if (!this.#rang) await new Promise<void>((wake) => (this.#wake = wake));
    this.#rang = false;
    this.#wake = undefined;
  }

  /** Resolves with nothing when the signal comes. */
  aborted(signal: AbortSignal): Promise<undefined> {
    this.#aborted ??= new Promise((stop) => {
      if (signal.aborted) stop(undefined);
      signal.addEventListener("abort", () => stop(undefined), { once: true });
    });
    return this.#aborted;
  }

  #aborted: Promise<undefined> | undefined;
}
