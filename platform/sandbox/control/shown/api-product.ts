import type { Route } from "@oipkit/runtime/routes";
import { routes } from "../../generated/platform/routes.js";
import type { ApiProduct } from "../../platform/records/products.js";
import type { Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";

/** An API product with all that the platform provides for it (§1), as the control shows it. Its identifiers have no language. */
export function apiProductOf(product: ApiProduct, apiUrls: SandboxParts["apiUrls"]): Schemas["ApiProduct"] {
  const { code, version, name, description, audience, scopes, environments, identities, status } = product;
  const { quota, support, standard = true } = product;
  const published = scopes.map((scope) => scope.name);
  return {
    product_code: code,
    ...{ version, name, description, audience, status, support, standard },
    base_urls: Object.fromEntries(environments.map((environment) => [environment, apiUrls[environment]])),
    operations: operationsOf(published),
    scopes: published,
    scope_details: scopes.map((scope) => ({ name: scope.name, description: scope.description })),
    quota: { requests: quota.requests, seconds: quota.seconds, bindings: quota.bindings ?? null },
    environments: [...environments],
    identities: [...identities],
    event_types: [...product.eventTypes],
    callback_types: [...product.callbackTypes],
  };
}

function operationsOf(published: readonly string[]): string[] {
  const isOf = ({ security }: Route) =>
    security.flat().some(({ scopes }) => scopes.some((scope) => published.includes(scope)));
  return (routes as readonly Route[]).filter(isOf).map(({ method, path }) => `${method} ${path}`);
}
