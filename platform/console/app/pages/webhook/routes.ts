import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";

const webhookRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "webhook",
  component: lazyRouteComponent(() => import("./webhook-page.js"), "WebhookPage"),
});

/** Routes of this folder. */
export const webhookRoutes = [webhookRoute] as const;
