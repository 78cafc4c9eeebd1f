import { OipkitError } from "../errors.js";
import { StoreFailure } from "../ports/stores.js";

/** Knows whether the last write to a store failed. Reading may still work then: its disk is full, say, or it is read-only. */
export interface WriteWatch {
  /** Notes a failure, unless the content or the number of writes was to blame. */
  readonly failed: (failure: unknown) => void;
  /** Notes that something was written. */
  readonly succeeded: () => void;
  /** Rejects with `store-unwritable` if the last write failed and so does another one, which is tried now. */
  readonly check: () => Promise<void>;
}

/** What a watch is made with. */
export interface WriteWatchOptions {
  /** Where the store is, without a password, for messages. */
  readonly place: string;
  /** Writes something of the size of an event where events are written, and commits it; nobody sees it afterwards. */
  readonly tryWrite: () => Promise<unknown>;
}

/** A watch on a store that hasn't failed yet. Simultaneous checks try one write together. */
export function createWriteWatch({ place, tryWrite }: WriteWatchOptions): WriteWatch {
  let last: { readonly failure: unknown } | undefined;
  let trying: Promise<void> | undefined;
  const retry = async (): Promise<void> => {
    const before = last;
    try {
      await tryWrite();
    } catch (cause) {
      throw unwritable(place, cause);
    }
    // Another write may have failed in the meantime.
    if (last === before) last = undefined;
    else throw unwritable(place, last?.failure);
  };
  return {
    failed(failure) {
      if (isOfStore(failure)) last = { failure };
    },
    succeeded() {
      last = undefined;
    },
    async check() {
      if (last === undefined) return;
      trying ??= retry().finally(() => {
        trying = undefined;
      });
      await trying;
    },
  };
}

/** Reserves a nonce, and notes how that ended. */
export async function reserveWatched(
  { failed, succeeded }: WriteWatch,
  reserve: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const isReserved = await reserve();
    // For a nonce that exists, nothing is written.
    if (isReserved) succeeded();
    return isReserved;
  } catch (failure) {
    failed(failure);
    throw failure;
  }
}

/** The failure of a store that can be read but not written; a failure that says so already stays as it is. */
export function unwritable(place: string, cause: unknown): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  const reason = cause instanceof Error ? cause.message : "the write failed";
  return new StoreFailure("store-unwritable", `${place} can't be written: ${reason}`, { cause });
}

/** Failures of oipkit's own that say nothing about the store. */
const ofStore: readonly string[] = ["store-unreachable", "store-unwritable", "store-full"];

function isOfStore(failure: unknown): boolean {
  if (failure instanceof OipkitError) return ofStore.includes(failure.code);
  return !isOfContent(failure);
}

/** Whether one row's content was refused (data exception, constraint, limit of its size), so that others may succeed. */
export function isOfContent(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return false;
  return /^(?:22|23|54)/.test(code) || /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG)/.test(code);
}

/** Characters of a write that is tried: more than most events have, so that little room isn't taken for enough. */
export const triedCharacters = 64 * 1024;
