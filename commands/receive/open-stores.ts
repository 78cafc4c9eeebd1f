import type { AnsweringReceiver } from "@oipkit/runtime/adapters/node-server";
import type { Probe } from "@oipkit/runtime/probe";
import type { Inbox, NonceStore, Receiver } from "@oipkit/runtime/webhook";
import { openInbox, openNonces } from "../stores/open.js";
import type { ReceiveSettings } from "./options.js";

/** The stores of a receiver, ready for use. */
interface Stores {
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

/** Stores that can be reopened. */
interface ReopenableStores {
  /** The ones that were open at first. */
  readonly first: Stores;
  /** Closes the open ones and reopens them. Rejects if that fails; then none is open. */
  readonly reopen: () => Promise<Stores>;
  /** Closes the open ones. */
  readonly close: () => Promise<void>;
}

/** Opens stores that can be reopened. Rejects as `open` does. */
export async function reopenable(open: () => Promise<Stores>): Promise<ReopenableStores> {
  const first = await open();
  let current: Stores | undefined = first;
  const close = async (): Promise<void> => {
    const closing = current;
    current = undefined;
    await closing?.close();
  };
  const reopen = async (): Promise<Stores> => {
    await close();
    current = await open();
    return current;
  };
  return { first, reopen, close };
}

/** What a receiver that can be restarted is made of. */
interface RestartableOptions {
  readonly stores: Pick<ReopenableStores, "reopen" | "close">;
  /** Creates a receiver on the probe's stores. */
  readonly makeReceiver: () => Receiver;
  readonly probe: Pick<Probe, "use" | "observe">;
}

/** A receiver that can be replaced while its server runs. */
interface Restartable extends AnsweringReceiver {
  /** As after a crash: nothing is drained. Rejects if the stores can't be opened; deliveries are unavailable then. */
  readonly restart: () => Promise<void>;
  /** The receiver of now. */
  readonly current: () => Receiver;
}

/** Starts a receiver that can be restarted. */
export function startRestartable({ stores, makeReceiver, probe }: RestartableOptions): Restartable {
  let receiver = makeReceiver();
  probe.observe(receiver);
  return {
    answer: (request) => receiver.answer(request),
    current: () => receiver,
    async restart() {
      // Without its stores, the old receiver can't finish anything.
      await stores.close();
      await receiver.close({ timeoutMs: 0 });
      probe.use(await stores.reopen());
      receiver = makeReceiver();
      probe.observe(receiver);
    },
  };
}
