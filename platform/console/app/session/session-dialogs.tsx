import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { useCommonTexts } from "../texts/common.js";
import { type Session, setAccountChanged, useSessionState } from "./session-store.js";
import { signInAddress } from "./use-session.js";

/** Dialogs over whatever page is open: the sign-in has expired, or the account is another one. */
export function SessionDialogs({ session }: { readonly session: Session }) {
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
