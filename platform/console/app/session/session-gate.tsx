import { Outlet } from "@tanstack/react-router";
import { useRef } from "react";
import { FrameSkeleton } from "../frame/frame-skeleton.js";
import { FailureView } from "../parts/failure.js";
import { Toasts } from "../parts/toast.js";
import { SessionDialogs } from "./session-dialogs.js";
import type { Session } from "./session-store.js";
import { useSessionState } from "./session-store.js";
import { SignInPage } from "./sign-in-page.js";
import { SessionProvider, type SignedInSession, useCheckedSession } from "./use-session.js";

/** Shows the pages to whoever is signed in, and how to sign in to everybody else. */
export function SessionGate() {
  const { data, error, isPending, refetch } = useCheckedSession();
  const { expired } = useSessionState();
  // While a sign-in has expired, the page stays as it was, below the dialog.
  const last = useRef<SignedInSession>(undefined);
  if (data !== undefined && isSignedIn(data)) last.current = data;
  if (isPending) return <FrameSkeleton />;
  if (data === undefined)
    return (
      <main className="gate">
        <div className="card">
          <FailureView failure={error} onRetry={() => void refetch()} />
        </div>
      </main>
    );
  const session = isSignedIn(data) ? data : expired ? last.current : undefined;
  return (
    <>
      {session === undefined ? (
        <SignInPage session={data} />
      ) : (
        <SessionProvider value={session}>
          {/* Another account's pages are new ones: nothing of the former is kept in them. */}
          <Outlet key={session.epoch ?? ""} />
          <SessionDialogs session={session} />
        </SessionProvider>
      )}
      <Toasts />
    </>
  );
}

function isSignedIn(session: Session): session is SignedInSession {
  return session.signed_in && session.person !== null;
}
