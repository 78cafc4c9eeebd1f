import { useQuery } from "@tanstack/react-query";
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
import { applicationQuery, useOptionalScope } from "../scope.js";
import type { Session } from "../session/session-store.js";
import { useSession } from "../session/use-session.js";
import { useChosenApplication } from "./chosen-application.js";

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
  const last = useChosenApplication(`${scope?.params.organization}/${scope?.params.environment}`);
  const isHere = ({ organization_id, environment }: Application): boolean =>
    organization_id === scope?.params.organization && environment === scope.environment;
  const listed = applications.filter(isHere);
  const wanted = inAddress ?? last;
  // The session names only the first hundred; one beyond them can be open, too.
  const isListed = applications.some(({ application_id }) => application_id === wanted);
  const { data } = useQuery({
    ...applicationQuery(wanted ?? ""),
    enabled: scope !== null && wanted !== undefined && !isListed,
    retry: false,
  });
  const other = !isListed && data !== undefined && isHere(data.application) ? data.application : undefined;
  const here: readonly Application[] = other === undefined ? listed : [...listed, other];
  const byId = (id: string | undefined) => here.find(({ application_id }) => application_id === id);
  const active = here.filter(({ status }) => status === "active");
  const remembered = byId(last);
  // A revoked one is still that of its own pages, but no choice for others.
  const preferred = remembered?.status === "active" ? remembered : (active[0] ?? remembered ?? here[0]);
  return { here, current: byId(inAddress) ?? preferred };
}

type Application = Session["applications"][number];
