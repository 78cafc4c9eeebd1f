import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";
import { requestsSearch } from "./search.js";

const listRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "requests",
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import("./requests-page.js"), "RequestsPage"),
});

const requestRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "requests/$request",
  component: lazyRouteComponent(() => import("./request-page.js"), "RequestPage"),
});

/** Routes of this folder. */
export const requestsRoutes = [listRoute, requestRoute] as const;
