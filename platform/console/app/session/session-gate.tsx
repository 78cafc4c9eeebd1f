import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LanguageSwitch, ThemeSwitch } from "../frame/account-menu.js";
import { Mark } from "../frame/frame.js";
import { FrameSkeleton } from "../frame/frame-skeleton.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { FailureView } from "../parts/failure.js";
import { Toasts } from "../parts/toast.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { type Session, setAccountChanged, useSessionState } from "./session-store.js";
import { SessionProvider, type SignedInSession, signInAddress, useCheckedSession } from "./use-session.js";

/** Shows the pages to whoever is signed in, and how to sign in to everybody else. */
export function SessionGate() {
  const { data, error, isPending, refetch } = useCheckedSession();
  const { expired } = useSessionState();
  // While a sign-in has expired, the page stays as it was, below the dialog.
  const [last, setLast] = useState<SignedInSession>();
  if (data !== undefined && isSignedIn(data) && data !== last) setLast(data);
  if (isPending) return <FrameSkeleton />;
  if (data === undefined)
    return (
      <main className="gate">
        <div className="card">
          <FailureView failure={error} onRetry={() => void refetch()} />
        </div>
      </main>
    );
  // It is the present session if there is one.
  const session = isSignedIn(data) || expired ? last : undefined;
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

/** Dialogs over whatever page is open: the sign-in has expired, or the account is another one. */
function SessionDialogs({ session }: { readonly session: Session }) {
  const t = useCommonTexts();
  const { expired, accountChanged } = useSessionState();
  return (
    <>
      <Dialog title={t("session.expired")} isOpen={expired} role="alertdialog">
        <div className="body">
          <p className="muted">{t("session.expiredHelp")}</p>
        </div>
        <footer>
          <Button
            kind="primary"
            autoFocus
            onPress={() => location.assign(signInAddress(session.sign_in_url))}
          >
            {t("session.again")}
          </Button>
        </footer>
      </Dialog>
      <Dialog
        title={t("session.changed")}
        isOpen={accountChanged && !expired}
        onClose={() => setAccountChanged(false)}
      >
        <div className="body">
          <p className="muted">{t("session.changedHelp")}</p>
        </div>
        <footer>
          <Button kind="primary" autoFocus onPress={() => setAccountChanged(false)}>
            {t("actions.close")}
          </Button>
        </footer>
      </Dialog>
    </>
  );
}

/** What somebody sees who isn't signed in. */
function SignInPage({ session }: { readonly session: Session }) {
  const t = useCommonTexts();
  useEffect(() => {
    document.title = `${t("session.signIn")} · ${t("console")}`;
  }, [t]);
  return (
    <main className="gate">
      <div className="card">
        <Mark size={40} />
        <div>
          <h1>{t("session.welcome")}</h1>
          <p className="muted">{t("session.welcomeHelp")}</p>
        </div>
        <Button kind="primary" autoFocus onPress={() => location.assign(signInAddress(session.sign_in_url))}>
          {t("session.signIn")}
        </Button>
        <div className="controls">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </main>
  );
}
