import type { Route } from "@oipkit/runtime/routes";
import { routes } from "../generated/platform/routes.js";

/** A route of the API. */
export type ApiRoute = Route;

/** The id of an operation that the API serves: those at the issuer aren't among them. */
export type OperationId = Exclude<(typeof routes)[number]["id"], "getOpenIdConfiguration">;

/** The routes of the contract that belong to the API itself. */
export const apiRoutes: readonly ApiRoute[] = (routes as readonly Route[]).filter(
  ({ server }) => server === undefined,
);

/** The scopes of a route, of each of its alternatives. */
export function scopesOf({ security }: ApiRoute): readonly (readonly string[])[] {
  return security.map((alternative) => alternative.flatMap(({ scopes }) => scopes));
}
