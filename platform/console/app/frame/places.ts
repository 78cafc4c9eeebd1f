import { useParams } from "@tanstack/react-router";
import {
  Activity,
  Box,
  FlaskConical,
  type LucideIcon,
  Rocket,
  ScrollText,
  Settings2,
  Users,
  Webhook,
} from "lucide-react";
import { useSyncExternalStore } from "react";
import { useOptionalScope } from "../scope.js";
import { useSession } from "../session/use-session.js";

/** A page that the navigation and the command palette lead to. */
interface NavigationPlace {
  readonly id:
    | "gettingStarted"
    | "configuration"
    | "products"
    | "webhook"
    | "eventTests"
    | "deliveries"
    | "requests";
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
  readonly to: (typeof applicationPaths)[number];
}

const applicationPaths = [
  "/$organization/$environment/applications/$application/getting-started",
  "/$organization/$environment/applications/$application",
  "/$organization/$environment/applications/$application/products",
  "/$organization/$environment/applications/$application/webhook",
  "/$organization/$environment/applications/$application/event-tests",
  "/$organization/$environment/applications/$application/deliveries",
  "/$organization/$environment/applications/$application/requests",
] as const;

/** Pages of an application, in the order of their use. */
export const applicationPlaces: readonly NavigationPlace[] = [
  { id: "gettingStarted", icon: Rocket, key: "s", to: applicationPaths[0] },
  { id: "configuration", icon: Settings2, key: "c", to: applicationPaths[1] },
  { id: "products", icon: Box, key: "p", to: applicationPaths[2] },
  { id: "webhook", icon: Webhook, key: "w", to: applicationPaths[3] },
  { id: "eventTests", icon: FlaskConical, key: "t", to: applicationPaths[4] },
  { id: "deliveries", icon: Activity, key: "d", to: applicationPaths[5] },
  { id: "requests", icon: ScrollText, key: "r", to: applicationPaths[6] },
];

/** The icon of customers, which only the sandbox has. */
export const customersIcon = Users;

/** Applications of the page's organization and environment, and the one that links of the navigation are for. */
export function useCurrentApplication() {
  const scope = useOptionalScope();
  const { application: inAddress } = useParams({ strict: false });
  const { applications } = useSession();
  const last = useLastApplication(`${scope?.params.organization}/${scope?.params.environment}`);
  const here = applications.filter(
    ({ organization_id, environment }) =>
      organization_id === scope?.params.organization && environment === scope.environment,
  );
  const active = here.filter(({ status }) => status === "active");
  const wanted = inAddress ?? last;
  const current = here.find(({ application_id }) => application_id === wanted) ?? active[0] ?? here[0];
  return { here, current, isOpen: inAddress !== undefined };
}

const chosen = new Map<string, string>();
const listeners = new Set<() => void>();

/** Remembers which application was open last in an organization and environment, for links; until the page is closed. */
export function rememberApplication(scope: string, application: string): void {
  if (chosen.get(scope) === application) return;
  chosen.set(scope, application);
  for (const listener of listeners) listener();
}

/** Returns the application that was open last there. */
function useLastApplication(scope: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen.get(scope),
  );
}
