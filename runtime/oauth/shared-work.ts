/** Runs one piece of work for all simultaneous callers. */
export interface SharedWork<T> {
  /**
   * Joins the running work of this key, or starts it. The caller's signal ends only the caller's wait; `work`
   * receives a signal of its own.
   */
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** With `abandon`, work without any remaining caller is aborted; otherwise it runs to its end. */
export function createSharedWork<T>({ abandon }: { abandon: boolean }): SharedWork<T> {
  const running = new Map<string, Running<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const controller = new AbortController();
    // Deferred, so that the work is listed before it can end.
    const result = Promise.resolve()
      .then(() => work(controller.signal))
      .finally(() => {
        if (running.get(key) === entry) running.delete(key);
      });
    // All callers may have left.
    result.catch(() => {});
    const entry: Running<T> = { result, controller, waiting: 0 };
    running.set(key, entry);
    return entry;
  };

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      const entry = running.get(key) ?? start(key, work);
      entry.waiting += 1;
      return await new Promise<T>((resolve, reject) => {
        const leave = () => {
          entry.waiting -= 1;
          if (abandon && entry.waiting === 0) {
            if (running.get(key) === entry) running.delete(key);
            entry.controller.abort(signal?.reason);
          }
          reject(signal?.reason);
        };
        const settle =
          <A>(done: (value: A) => void) =>
          (value: A) => {
            signal?.removeEventListener("abort", leave);
            done(value);
          };
        signal?.addEventListener("abort", leave, { once: true });
        entry.result.then(settle(resolve), settle(reject));
      });
    },
  };
}
