import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";

const eventTestsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "event-tests",
  component: lazyRouteComponent(() => import("./event-tests-page.js"), "EventTestsPage"),
});

/** Routes of this folder. */
export const eventTestsRoutes = [eventTestsRoute] as const;
