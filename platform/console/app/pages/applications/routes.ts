import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute, scopeRoute } from "../../routes.js";

const listRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "applications",
  component: lazyRouteComponent(() => import("./applications-page.js"), "ApplicationsPage"),
});

const newRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "applications/new",
  component: lazyRouteComponent(() => import("./new-application-page.js"), "NewApplicationPage"),
});

const configurationRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./application-page.js"), "ConfigurationPage"),
});

/** Routes of this folder. */
export const applicationsRoutes = [listRoute, newRoute, configurationRoute] as const;
