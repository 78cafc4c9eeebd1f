import { Box, Building2, LayoutGrid, LogOut, Users } from "lucide-react";
import { useCurrentApplication } from "../frame/current-application.js";
import { applicationPlaces } from "../frame/places.js";
import { environments, useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useSignOut } from "../session/use-sign-out.js";
import { useCommonTexts } from "../texts/common.js";
import { useLocalized } from "../texts/language.js";
import { commands } from "./commands.js";
import { openId } from "./open-id.js";
import type { Navigate, PaletteEntry } from "./palette-entry.js";

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
