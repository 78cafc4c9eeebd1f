/** The operations of a contract for a server: what generated `routes.ts` files hold, and how a request finds its route. */
export { matchRoutes, type RouteMatch, type RouteMatcher } from "./match-routes.js";
export {
  type Route,
  type RouteParameter,
  routeTable,
  type SecurityRequirement,
} from "./route.js";
