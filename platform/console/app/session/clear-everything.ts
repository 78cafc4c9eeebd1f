import { sessionKey } from "../api/keys.js";
import { queryClient } from "../api/query-client.js";
import { clearDrafts } from "../drafts/draft-store.js";
import { clearToasts } from "../parts/toast.js";
import { clearSecrets } from "./session-store.js";

/** Clears what belongs to an account: answers, drafts, messages, secrets and confirmations. The session itself stays. */
export function clearEverything(): void {
  clearSecrets();
  clearDrafts();
  clearToasts();
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}
