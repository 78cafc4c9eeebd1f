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

/** A page that the navigation and the command palette lead to. */
export interface Place {
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
export const applicationPlaces: readonly Place[] = [
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
