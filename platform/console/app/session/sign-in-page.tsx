import { useEffect } from "react";
import { Mark } from "../frame/mark.js";
import { LanguageSwitch, ThemeSwitch } from "../frame/preferences.js";
import { Button } from "../parts/button.js";
import { useCommonTexts } from "../texts/common.js";
import type { Session } from "./session-store.js";
import { signInAddress } from "./use-session.js";

/** What somebody sees who isn't signed in. */
export function SignInPage({ session }: { readonly session: Session }) {
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
