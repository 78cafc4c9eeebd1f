import type { Inbox, NonceStore } from "@oipkit/runtime/webhook";
import { openInbox, openNonces } from "../stores/open.js";
import type { ReceiveSettings } from "./settings.js";

/** The stores of a receiver, ready for use. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/** Opens the stores in the settings. Throws `StoreFailure` if either can't be used, and leaves neither open. */
export async function openStores(
  {
    store,
    nonces: nonceStore,
    schema,
    maxNonces,
  }: Pick<ReceiveSettings, "store" | "nonces" | "schema" | "maxNonces">,
  cwd: string,
): Promise<Stores> {
  const inbox = await openInbox(store, { cwd, schema });
  try {
    const nonces = await openNonces(nonceStore, { cwd, schema, maxNonces });
    return {
      inbox,
      nonces,
      close: async () => {
        await nonces.close?.();
        await inbox.close();
      },
    };
  } catch (failure) {
    await inbox.close();
    throw failure;
  }
}
