import type { UseNavigateResult } from "@tanstack/react-router";
import {
  Box,
  Building2,
  Keyboard,
  Languages,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Repeat,
  Sun,
  Users,
} from "lucide-react";
import { applicationPlaces, useCurrentApplication } from "../frame/places.js";
import { environments, type Scope, useOptionalScope } from "../scope.js";
import { useSession, useSignOut } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { setLanguage, useLocalized } from "../texts/texts.js";
import { setTheme } from "../theme.js";
import { openRedeliveries, openShortcuts } from "./palette-store.js";

/** Entries with a heading. */
interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** What the palette offers on this page, for what was typed. */
export function useEntries(text: string): readonly PaletteGroup[] {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { applications, organizations, features } = useSession();
  const localized = useLocalized();
  const { signOut } = useSignOut();
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
    if (current !== undefined)
      go.push({
        id: "redeliver-failed",
        label: t("palette.redeliverFailed"),
        icon: Repeat,
        run: (navigate) =>
          void navigate({
            to: "/$organization/$environment/applications/$application/deliveries",
            params: { ...params, application: current.application_id },
          }).then(openRedeliveries),
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
  const places = organizations.flatMap(({ organization_id: organization, name, status }) =>
    environments.map((environment) => ({
      id: `scope-${organization}-${environment}`,
      label: `${t("scope.goTo", { name: localized(name) })} · ${t(`scope.${environment}`)}`,
      icon: Building2,
      isOpen:
        status === "active" &&
        !(organization === scope?.params.organization && environment === scope.environment),
      run: (navigate: Navigate) =>
        void navigate({
          to: "/$organization/$environment/applications",
          params: { organization, environment },
        }),
    })),
  );
  groups.push({
    id: "organizations",
    title: t("scope.organization"),
    entries: places.filter(({ isOpen }) => isOpen),
  });
  groups.push({
    id: "commands",
    title: t("palette.commands"),
    entries: [
      ...commands(t, scope),
      { id: "sign-out", label: t("account.signOut"), icon: LogOut, run: signOut },
    ],
  });
  return groups;
}

/** Goes to another page. */
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

/** What can be done from every page. */
function commands(t: ReturnType<typeof useCommonTexts>, scope: Scope | null): readonly PaletteEntry[] {
  const entries: PaletteEntry[] = [];
  if (scope !== null)
    entries.push({
      id: "new",
      label: t("shortcuts.new"),
      hint: "c",
      icon: Plus,
      run: (navigate) =>
        void navigate({ to: "/$organization/$environment/applications/new", params: scope.params }),
    });
  return [
    ...entries,
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

/** What an id is of, told by how ids begin in the sandbox. */
type ObjectKind = "application" | "delivery" | "event" | "request" | "subscription" | "customer";

const prefixes: readonly (readonly [prefix: string, kind: ObjectKind])[] = [
  ["app_", "application"],
  ["delivery_", "delivery"],
  ["evt_", "event"],
  ["req_", "request"],
  ["sub_", "subscription"],
  ["org_", "customer"],
];

/** Returns what a text is the id of, if it looks like one. */
function objectKind(text: string): ObjectKind | undefined {
  if (!/^[A-Za-z0-9_-]{5,200}$/.test(text)) return undefined;
  return prefixes.find(([prefix]) => text.startsWith(prefix))?.[1];
}
