import type { Route } from "@oipkit/runtime/routes";
import { routes } from "../../generated/platform/routes.js";
import { found } from "../../platform/access/found.js";
import {
  configureAndEnable,
  grantThroughSupport,
  type PermissionKey,
  requestAccess,
  revokePermission,
  setBinding,
  setProductStatus,
  suspendPermission,
} from "../../platform/access/index.js";
import type { PlatformCommand } from "../../platform/draft.js";
import type { Permission } from "../../platform/records/applications.js";
import type { ApiProduct } from "../../platform/records/products.js";
import { permissionId } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import { recordsPage, takePage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { shownPermission } from "./applications.js";

type Ids = "listPermissions" | "requestAccess" | "changePermission" | "listApiProducts" | "changeApiProduct";

/** The operations of access to API products. */
export function permissionHandlers({
  world,
  apiUrls,
}: Pick<SandboxParts, "world" | "apiUrls">): Handlers<Ids> {
  const { view } = world;
  const shown = (product: ApiProduct) => shownApiProduct(product, apiUrls);
  return {
    listPermissions({ path: { application_id: application }, query }) {
      found(view, "application", application);
      const { entries, next } = takePage(view.list("permission", { application }), query, ({ id }) => id);
      return { permissions: entries.map(shownPermission), next };
    },
    async requestAccess({ path: { application_id: application }, body }) {
      const { environment } = found(view, "application", application);
      const { product_code: product, identity } = body;
      const published = found(view, "apiProduct", product).scopes.map(({ name }) => name);
      const scopes = body.scopes ?? published;
      const key = { application, environment, identity, product };
      return shownPermission(await world.run(requestAccess, { ...key, scopes, admitted: body.admit }));
    },
    async changePermission({ path: { application_id: application, identity, product_code: product }, body }) {
      return shownPermission(await world.run(change, { application, identity, product, ...body }));
    },
    listApiProducts({ query }) {
      const { entries, next } = recordsPage(view, "apiProduct", query);
      return { api_products: entries.map(shown), next };
    },
    changeApiProduct: async ({ path: { product_code: product }, body: { status } }) =>
      shown(await world.run(setProductStatus, { product, status })),
  };
}

/** State and binding in one transaction. */
const change: PlatformCommand<PermissionKey & Schemas["PermissionChange"], Permission> = (draft, input) => {
  const { state, binding, scopes, application, identity, product } = input;
  const key = { application, identity, product };
  const known = found(draft, "permission", permissionId(application, identity, product));
  if (state === "suspended") suspendPermission(draft, key);
  if (state === "revoked") revokePermission(draft, key);
  if (state === "enabled") {
    const published = found(draft, "apiProduct", product).scopes.map(({ name }) => name);
    const granted = { ...key, scopes: scopes ?? published };
    if (known.state === "configuration-required") configureAndEnable(draft, granted);
    else grantThroughSupport(draft, granted);
  }
  if (binding !== undefined) setBinding(draft, { ...key, binding });
  return found(draft, "permission", known.id);
};

/** An API product with all that the platform provides for it (§1), as the control shows it. Its identifiers have no language. */
function shownApiProduct(product: ApiProduct, apiUrls: SandboxParts["apiUrls"]): Schemas["ApiProduct"] {
  const { code, version, name, description, audience, scopes, environments, identities, status } = product;
  const { quota, support, standard = true } = product;
  const published = scopes.map((scope) => scope.name);
  return {
    product_code: code,
    version,
    name,
    description,
    audience,
    status,
    support,
    standard,
    base_urls: Object.fromEntries(environments.map((environment) => [environment, apiUrls[environment]])),
    operations: publishedOperations(published),
    scopes: published,
    scope_details: scopes.map((scope) => ({ name: scope.name, description: scope.description })),
    quota: { requests: quota.requests, seconds: quota.seconds, bindings: quota.bindings ?? null },
    environments: [...environments],
    identities: [...identities],
    event_types: [...product.eventTypes],
    callback_types: [...product.callbackTypes],
  };
}

function publishedOperations(published: readonly string[]): string[] {
  const isPublished = ({ security }: Route) =>
    security.flat().some(({ scopes }) => scopes.some((scope) => published.includes(scope)));
  return (routes as readonly Route[]).filter(isPublished).map(({ method, path }) => `${method} ${path}`);
}
