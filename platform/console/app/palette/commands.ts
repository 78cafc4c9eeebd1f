import { Keyboard, Languages, Monitor, Moon, Plus, Sun } from "lucide-react";
import type { Scope } from "../routes/scope-context.js";
import type { useCommonTexts } from "../texts/common.js";
import { setLanguage } from "../texts/language.js";
import { setTheme } from "../theme/theme.js";
import type { Navigate, PaletteEntry } from "./palette-entry.js";
import { openShortcuts } from "./palette-store.js";

/** What can be done from every page. */
export function commands(t: ReturnType<typeof useCommonTexts>, scope: Scope | null): readonly PaletteEntry[] {
  return [
    ...(scope === null
      ? []
      : [
          {
            id: "new",
            label: t("shortcuts.new"),
            hint: "c",
            icon: Plus,
            run: (navigate: Navigate) =>
              void navigate({ to: "/$organization/$environment/applications/new", params: scope.params }),
          },
        ]),
    {
      id: "light",
      label: `${t("account.theme")}: ${t("account.light")}`,
      icon: Sun,
      run: () => setTheme("light"),
    },
    {
      id: "dark",
      label: `${t("account.theme")}: ${t("account.dark")}`,
      icon: Moon,
      run: () => setTheme("dark"),
    },
    {
      id: "system",
      label: `${t("account.theme")}: ${t("account.system")}`,
      icon: Monitor,
      run: () => setTheme("system"),
    },
    { id: "en", label: "English", icon: Languages, run: () => setLanguage("en") },
    { id: "zh", label: "中文", icon: Languages, run: () => setLanguage("zh") },
    { id: "shortcuts", label: t("shortcuts.title"), hint: "?", icon: Keyboard, run: openShortcuts },
  ];
}
