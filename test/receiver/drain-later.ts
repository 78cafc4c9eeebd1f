import { createReceiver } from "../../generated/events/receiver.js";
import type { Inbox } from "../../runtime/webhook/index.js";
import { application, credentials } from "../cli/receive/running-receive.js";

/**
 * Handles what is left in an inbox by a clock that is two minutes ahead: what a receiver was at when it or its store
 * went down is held until its lease ends, after one minute. Gives the ids in the order of handling.
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
