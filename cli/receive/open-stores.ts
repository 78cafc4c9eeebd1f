import {
  createMemoryInbox,
  createMemoryNonces,
  type Inbox,
  type NonceStore,
} from "../../runtime/webhook/index.js";
import { UsageError } from "../usage.js";
import type { ReceiveSettings } from "./settings.js";

/** The stores of a receiver, ready for use. */
export interface Stores {
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  readonly close: () => Promise<void>;
}

/** Opens what the settings name. Throws `UsageError` for a kind that there isn't, `StoreFailure` for one that fails. */
export async function openStores({
  store,
  nonces,
}: Pick<ReceiveSettings, "store" | "nonces">): Promise<Stores> {
  if (store !== "memory") throw new UsageError("--store is memory");
  if (nonces !== "memory") throw new UsageError("--nonces is memory");
  return { inbox: createMemoryInbox(), nonces: createMemoryNonces(), close: async () => {} };
}
