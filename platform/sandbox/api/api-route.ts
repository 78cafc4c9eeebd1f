import type { Route } from "@oipkit/runtime/routes";
import { routes } from "../generated/platform/routes.js";
import type { Environment } from "../platform/records/common.js";

/** A route of the API. */
export type ApiRoute = Route;

/** The id of an operation that the API serves: those at the issuer aren't among them. */
export type ApiOperationId = Exclude<(typeof routes)[number]["id"], "getOpenIdConfiguration">;

/** The routes of the contract that belong to the API itself. */
export const apiRoutes: readonly ApiRoute[] = (routes as readonly Route[]).filter(
  ({ server }) => server === undefined,
);

/** The scopes of a route, of each of its alternatives. */
export function routeScopes({ security }: ApiRoute): readonly (readonly string[])[] {
  return security.map((alternative) => alternative.flatMap(({ scopes }) => scopes));
}

/** Paths at which the API of each environment begins, without a final slash; the two never share one. */
export type ApiBases = Readonly<Record<Environment, string>>;

/** Where the API is if nothing else is said. */
export const defaultBases: ApiBases = { sandbox: "", production: "/production" };

/** What a request's address says. */
export interface RequestAddress {
  readonly environment: Environment;
  /** Below the base, still percent-encoded. */
  readonly path: string;
  /** Without its question mark. */
  readonly query: string;
}

/** Takes apart the absolute URL of a request. */
export function requestAddress(url: string, bases: ApiBases): RequestAddress {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("#", start);
  const address = url.slice(start, end < 0 ? undefined : end);
  const mark = address.indexOf("?");
  const path = mark < 0 ? address : address.slice(0, mark);
  const environment = addressedEnvironment(path, bases);
  return {
    environment,
    path: path.slice(bases[environment].length),
    query: mark < 0 ? "" : address.slice(mark + 1),
  };
}

/** The environment with the longest base that fits; everything else is the sandbox's. */
function addressedEnvironment(path: string, { sandbox, production }: ApiBases): Environment {
  const fits = (base: string) => path.startsWith(`${base}/`);
  if (fits(production) && (!fits(sandbox) || production.length > sandbox.length)) return "production";
  return "sandbox";
}
