import { createReceiver } from "../../../generated/events/receiver.js";
import type { Inbox } from "../../../runtime/webhook/index.js";
import { application, credentials } from "../commands/receive/running-receive.js";

/**
 * Handles the remaining events of an inbox with a clock that is two minutes ahead, since the events that a receiver
 * was handling when it or its store went down have a lease of one minute. Returns the ids in the order of handling.
 */
export async function drainLater(inbox: Inbox): Promise<string[]> {
  const handled: string[] = [];
  const receiver = createReceiver({
    application,
    ...credentials,
    inbox,
    nonces: { reserve: async () => false },
    fallback: (event) => void handled.push(event.event_id),
    dispatch: { mode: "manual" },
    now: () => Date.now() + 120_000,
  });
  await receiver.drain();
  return handled;
}
