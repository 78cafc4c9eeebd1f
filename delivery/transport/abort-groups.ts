/** What ends with a signal. */
export type AbortGroup = Set<{ readonly abort: () => void }>;

/**
 * The exchanges that end with a signal. One listener for all of them: attaching one to a signal for each request, and detaching it, costs as much as
 * sending the request.
 */
export function abortGroups(): (signal: AbortSignal) => AbortGroup {
  const groups = new WeakMap<AbortSignal, AbortGroup>();
  return (signal) => {
    const known = groups.get(signal);
    if (known !== undefined) return known;
    const group: AbortGroup = new Set();
    groups.set(signal, group);
    const abortAll = (): void => {
      for (const exchange of [...group]) exchange.abort();
    };
    signal.addEventListener("abort", abortAll, { once: true });
    return group;
  };
}
