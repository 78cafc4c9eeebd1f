import { signOut } from "../../generated/console/client.js";
import { call, client } from "../api/client.js";
import { useSubmit } from "../submit/use-submit.js";
import { clearEverything } from "./clear-everything.js";

/** Signs out here and at the issuer, and clears everything. */
export function useSignOut(): { readonly signOut: () => void; readonly isBusy: boolean } {
  const { submit, isBusy } = useSubmit({
    send: () => call(signOut(client)),
    onDone({ end_session_url }) {
      clearEverything();
      location.assign(end_session_url ?? "/console/");
    },
  });
  return { signOut: () => void submit(undefined), isBusy };
}
