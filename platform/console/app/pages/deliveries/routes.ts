import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";
import { deliveriesSearch, deliverySearch } from "./search.js";

const listRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "deliveries",
  validateSearch: deliveriesSearch,
  component: lazyRouteComponent(() => import("./deliveries-page.js"), "DeliveriesPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "deliveries/$delivery",
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import("./delivery-page.js"), "DeliveryPage"),
});

/** Routes of this folder. */
export const deliveriesRoutes = [listRoute, deliveryRoute] as const;
