import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { applicationRoute } from "../../routes.js";

const listRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "products",
  component: lazyRouteComponent(() => import("./products-page.js"), "ProductsPage"),
});

const productRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: "products/$product",
  component: lazyRouteComponent(() => import("./product-page.js"), "ProductPage"),
});

/** Routes of this folder. */
export const productsRoutes = [listRoute, productRoute] as const;
