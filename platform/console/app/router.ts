import { createRouter } from "@tanstack/react-router";
import { PageSkeleton } from "./frame/frame-skeleton.js";
import { applicationsRoutes } from "./pages/applications/routes.js";
import { customersRoutes } from "./pages/customers/routes.js";
import { deliveriesRoutes } from "./pages/deliveries/routes.js";
import { eventTestsRoutes } from "./pages/event-tests/routes.js";
import { gettingStartedRoutes } from "./pages/getting-started/routes.js";
import { homeRoutes } from "./pages/home/routes.js";
import { productsRoutes } from "./pages/products/routes.js";
import { requestsRoutes } from "./pages/requests/routes.js";
import { webhookRoutes } from "./pages/webhook/routes.js";
import { BrokenPage } from "./parts/failure.js";
import { applicationRoute, rootRoute, scopeRoute } from "./routes.js";

const [applications, newApplication, configuration] = applicationsRoutes;

const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  scopeRoute.addChildren([
    applications,
    newApplication,
    ...customersRoutes,
    applicationRoute.addChildren([
      configuration,
      ...productsRoutes,
      ...webhookRoutes,
      ...eventTestsRoutes,
      ...deliveriesRoutes,
      ...requestsRoutes,
      ...gettingStartedRoutes,
    ]),
  ]),
]);

/** The router of the page. A link loads its page's code when the pointer is over it. */
export const router = createRouter({
  routeTree,
  basepath: "/console",
  defaultPreload: "intent",
  scrollRestoration: false,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: BrokenPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
