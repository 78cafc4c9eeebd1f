import { queryOptions, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { createContext, use } from "react";
import { readSession, signOut } from "../../generated/console/client.js";
import { call, client, queryClient, sessionKey } from "../client.js";
import { claimDrafts, clearDrafts } from "../drafts.js";
import { claimChosenApplications, forgetChosenApplications } from "../frame/chosen-application.js";
import { Button } from "../parts/button.js";
import { Notice } from "../parts/notice.js";
import { clearToasts } from "../parts/toast.js";
import { useSubmit } from "../submit.js";
import { useCommonTexts } from "../texts/common-texts.js";
import {
  clearSecrets,
  onSessionChange,
  type Session,
  sessionWasRead,
  setAccountChanged,
} from "./session-store.js";

/** How the session is read: at the start, when the window gets the focus, and when a refusal says that it changed. */
const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const session = await call(readSession(client, undefined, { signal }));
    // Before anything is drawn with it: drafts of another account must not be read.
    takeOver(session);
    return session;
  },
  staleTime: 30_000,
  gcTime: Number.POSITIVE_INFINITY,
});

onSessionChange(() => void queryClient.invalidateQueries({ queryKey: sessionKey }));

/** A session of somebody who is signed in. */
export interface SignedInSession extends Session {
  readonly signed_in: true;
  readonly person: NonNullable<Session["person"]>;
}

const SessionContext = createContext<SignedInSession | null>(null);

/** Gives the session to the pages. */
export const SessionProvider = SessionContext.Provider;

/** Returns the session of the person who is signed in; pages are shown to nobody else. */
export function useSession(): SignedInSession {
  const session = use(SessionContext);
  if (session === null) throw new Error("`useSession` needs a signed-in person");
  return session;
}

/** Reads the session. */
export function useCheckedSession() {
  return useQuery(sessionQuery);
}

let owner: string | null = null;

/** Takes over a session that was read, and clears everything if it is another account's. */
function takeOver(session: Session): void {
  sessionWasRead(session);
  const person = session.signed_in ? (session.person?.person_id ?? null) : null;
  if (person === null) return;
  const isSame = claimDrafts(person);
  const wasAnother = owner !== null && owner !== person;
  owner = person;
  if (wasAnother || !isSame) clearEverything();
  claimChosenApplications(person);
  if (wasAnother) setAccountChanged(true);
}

/** Returns whether something that needs a recent verification may be done now. `now` is in milliseconds since 1970, real time. */
export function isVerified({ verified_until }: Session, now: number): boolean {
  return verified_until !== null && Date.parse(verified_until) > now;
}

/** The address that signs in, or verifies, and comes back to this page. */
export function signInAddress(url: string, page: Location = location): string {
  const address = new URL(url, page.origin);
  address.searchParams.set("return_to", `${page.pathname}${page.search}`);
  return `${address.pathname}${address.search}`;
}

/** Says that an action needs a recent verification, and leads to it. Ordinary drafts survive that; the confirmation is given anew. */
export function VerificationNotice() {
  const t = useCommonTexts();
  const { verify_url } = useSession();
  return (
    <Notice
      tone="info"
      title={t("session.verify")}
      actions={
        <Button onPress={() => location.assign(signInAddress(verify_url))}>
          <ShieldCheck size={15} aria-hidden />
          {t("session.verifyNow")}
        </Button>
      }
    >
      {t("session.verifyHelp")}
    </Notice>
  );
}

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

/** Clears what belongs to an account: answers, drafts, messages, secrets and confirmations. The session itself stays. */
function clearEverything(): void {
  clearSecrets();
  clearDrafts();
  forgetChosenApplications();
  clearToasts();
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
}
