import { LogOut } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { Button as LookedButton } from "../parts/button.js";
import { useSession } from "../session/use-session.js";
import { useSignOut } from "../session/use-sign-out.js";
import { useCommonTexts } from "../texts/common.js";
import { LanguageSwitch, ThemeSwitch } from "./preferences.js";

/** Who is signed in, the theme, the language, and signing out. */
export function AccountMenu() {
  const t = useCommonTexts();
  const { person } = useSession();
  const { signOut, isBusy } = useSignOut();
  return (
    <DialogTrigger>
      <Button className="button plain icon">
        <span className="hidden-visually">{t("account.menu", { name: person.name })}</span>
        <span className="avatar" aria-hidden>
          {initials(person.name)}
        </span>
      </Button>
      {/* Without a dialog in it, the popover is one itself, and what dismisses it is inside. */}
      <Popover className="popover" placement="bottom end">
        <div className="account">
          <div>
            <p className="small muted">{t("account.signedInAs")}</p>
            <p className="strong">{person.name}</p>
            <p className="small muted break">{person.email}</p>
          </div>
          <div className="row-between">
            <span>{t("account.theme")}</span>
            <ThemeSwitch />
          </div>
          <div className="row-between">
            <span>{t("account.language")}</span>
            <LanguageSwitch />
          </div>
          <LookedButton onPress={signOut} isPending={isBusy}>
            <LogOut size={15} aria-hidden />
            {t("account.signOut")}
          </LookedButton>
        </div>
      </Popover>
    </DialogTrigger>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return words.length > 1
    ? `${[...(words[0] ?? "")][0]}${[...(words.at(-1) ?? "")][0]}`
    : ([...name][0] ?? "?");
}
