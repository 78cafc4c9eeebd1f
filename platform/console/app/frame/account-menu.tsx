import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { Button as LookedButton } from "../parts/button.js";
import { useSession, useSignOut } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { languageNames, languages, languageTag, setLanguage, useLanguage } from "../texts/texts.js";
import { setTheme, type Theme, useTheme } from "../theme.js";

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
  if (words.length > 1) return `${[...(words[0] ?? "")][0]}${[...(words.at(-1) ?? "")][0]}`;
  return [...name][0] ?? "?";
}

const themes = [
  ["system", Monitor],
  ["light", Sun],
  ["dark", Moon],
] as const;

/** Switches between light and dark, or follows the system. */
export function ThemeSwitch() {
  const t = useCommonTexts();
  const theme = useTheme();
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={t("account.theme")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => setTheme([...keys][0] as Theme)}
    >
      {themes.map(([id, Icon]) => (
        <ToggleButton key={id} id={id} aria-label={t(`account.${id}`)}>
          <Icon size={15} aria-hidden />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Switches the language of the page at once. */
export function LanguageSwitch() {
  const t = useCommonTexts();
  const chosen = useLanguage();
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={t("account.language")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => setLanguage([...keys][0] as (typeof languages)[number])}
    >
      {languages.map((id) => (
        <ToggleButton key={id} id={id}>
          <span lang={languageTag(id)}>{languageNames[id]}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
