/** The operations of a contract for a server: what generated `routes.ts` files hold, and how a request finds its route. */
export {
  matchRoutes,
  type Route,
  type RouteMatch,
  type RouteMatcher,
  type RouteParameter,
  routeTable,
  type SecurityRequirement,
} from "./routes.js";
