import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { scopeRoute } from "../../routes.js";

const listRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "customers",
  component: lazyRouteComponent(() => import("./customers-page.js"), "CustomersPage"),
});

const customerRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "customers/$customer",
  component: lazyRouteComponent(() => import("./customer-page.js"), "CustomerPage"),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => scopeRoute,
  path: "subscriptions/$subscription",
  component: lazyRouteComponent(() => import("./subscription-page.js"), "SubscriptionPage"),
});

/** Routes of this folder. */
export const customersRoutes = [listRoute, customerRoute, subscriptionRoute] as const;
