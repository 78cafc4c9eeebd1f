import type { UseNavigateResult } from "@tanstack/react-router";
import { Box, Keyboard, Languages, LayoutGrid, type LucideIcon, Moon, Plus, Sun, Users } from "lucide-react";
import { useCurrentApplication } from "../frame/current-application.js";
import { applicationPlaces } from "../frame/places.js";
import { type Scope, useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common.js";
import { setLanguage } from "../texts/language.js";
import { setTheme } from "../theme/theme.js";
import { objectKind } from "./object-address.js";
import { openShortcuts } from "./palette-store.js";

type Navigate = UseNavigateResult<string>;

/** Something that the palette offers. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
  /** Whether it opens the id that was typed, so that it isn't filtered. */
  readonly isId?: boolean;
  readonly run: (navigate: Navigate) => void;
}

/** Entries with a heading. */
export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** What the palette offers on this page, for what was typed. */
export function useEntries(text: string): readonly PaletteGroup[] {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { applications, features } = useSession();
  const { current } = useCurrentApplication();
  const groups: PaletteGroup[] = [];
  const opened = scope === null ? undefined : openId(text, { scope, application: current?.application_id });
  if (opened !== undefined)
    groups.push({
      id: "objects",
      title: t("palette.objects"),
      entries: [{ id: "open-id", label: t("palette.openId", { id: text }), isId: true, run: opened }],
    });
  if (scope !== null) {
    const { params } = scope;
    const go: PaletteEntry[] = [
      {
        id: "go-applications",
        label: t("navigation.applications"),
        hint: "g a",
        icon: LayoutGrid,
        run: (navigate) => void navigate({ to: "/$organization/$environment/applications", params }),
      },
    ];
    if (current !== undefined)
      for (const { id, icon, key, to } of applicationPlaces)
        go.push({
          id: `go-${id}`,
          label: t(`navigation.${id}`),
          hint: `g ${key}`,
          icon,
          run: (navigate) =>
            void navigate({ to, params: { ...params, application: current.application_id } }),
        });
    if (features.sandbox && scope.environment === "sandbox")
      go.push({
        id: "go-customers",
        label: t("navigation.customers"),
        hint: "g u",
        icon: Users,
        run: (navigate) => void navigate({ to: "/$organization/$environment/customers", params }),
      });
    groups.push({ id: "go", title: t("palette.go"), entries: go });
  }
  if (applications.length > 0)
    groups.push({
      id: "applications",
      title: t("palette.applications"),
      entries: applications.map(({ application_id, name, organization_id, environment }) => ({
        id: application_id,
        label: name,
        hint: t(`scope.${environment}`),
        icon: Box,
        run: (navigate) =>
          void navigate({
            to: "/$organization/$environment/applications/$application",
            params: { organization: organization_id, environment, application: application_id },
          }),
      })),
    });
  groups.push({ id: "commands", title: t("palette.commands"), entries: commands(t, scope) });
  return groups;
}

function commands(t: ReturnType<typeof useCommonTexts>, scope: Scope | null): readonly PaletteEntry[] {
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
    { id: "en", label: "English", icon: Languages, run: () => setLanguage("en") },
    { id: "zh", label: "中文", icon: Languages, run: () => setLanguage("zh") },
    { id: "shortcuts", label: t("shortcuts.title"), hint: "?", icon: Keyboard, run: openShortcuts },
  ];
}

/** How to open the object with an id; those of an application are looked for in the current one. */
function openId(
  text: string,
  { scope, application }: { readonly scope: Scope; readonly application: string | undefined },
): PaletteEntry["run"] | undefined {
  const { params } = scope;
  const kind = objectKind(text);
  if (kind === "application")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application",
        params: { ...params, application: text },
      });
  if (kind === "subscription")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/subscriptions/$subscription",
        params: { ...params, subscription: text },
      });
  if (kind === "customer")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/customers/$customer",
        params: { ...params, customer: text },
      });
  if (application === undefined || kind === undefined) return undefined;
  const inside = { ...params, application };
  if (kind === "delivery")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application/deliveries/$delivery",
        params: { ...inside, delivery: text },
      });
  if (kind === "request")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application/requests/$request",
        params: { ...inside, request: text },
      });
  return (navigate) =>
    void navigate({
      to: "/$organization/$environment/applications/$application/deliveries",
      params: inside,
      search: { id: text },
    });
}
