/** Opens the receiver when the server starts, so that stored events are handled without waiting for the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { openWebhook } = await import("./webhook.ts");
  // A request tries again, and says what is wrong.
  await openWebhook().catch((error: unknown) => console.error("the receiver can't be opened:", error));
}
