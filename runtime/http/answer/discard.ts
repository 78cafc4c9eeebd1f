/** Frees the connection of a body that won't be read. */
export async function discard(response: Response): Promise<void> {
  // A body that can no longer be cancelled needs no freeing.
  await response.body?.cancel().catch(() => {});
}
