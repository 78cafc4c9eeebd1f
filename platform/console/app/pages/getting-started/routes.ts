import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";

const gettingStartedRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "getting-started",
  component: lazyRouteComponent(() => import("./getting-started-page.js"), "GettingStartedPage"),
});

/** Routes of this folder. */
export const gettingStartedRoutes = [gettingStartedRoute] as const;
