import { Monitor, Moon, Sun } from "lucide-react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { useCommonTexts } from "../texts/common.js";
import { languageNames, languages, languageTag, setLanguage, useLanguage } from "../texts/language.js";
import { setTheme, type Theme, useTheme } from "../theme/theme.js";

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
