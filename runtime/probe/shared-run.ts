/** A task that simultaneous callers share: the first starts it, the others wait for the same run. */
export function sharedRun(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= Promise.resolve()
      .then(task)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
