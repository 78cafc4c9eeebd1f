/** Resolves when work is done, or when it is aborted, whichever is first; what is left of the work then goes on unheard. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await work;
    return;
  }
  let leave = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    leave = resolve;
    if (signal.aborted) resolve();
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
    // Nobody waits for it any more, so its failure says nothing.
    work.catch(() => {});
  }
}
