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
import type { Command } from "../../platform/draft.js";
import { permissionId } from "../../platform/record-ids.js";
import type { Permission } from "../../platform/records/applications.js";
import type { ApiProduct } from "../../platform/records/products.js";
import type { Handlers, Schemas } from "../operation.js";
import { pageOf, recordsPage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { apiProductOf } from "../shown/api-product.js";
import { permissionOf } from "../shown/application.js";

type Ids = "listPermissions" | "requestAccess" | "changePermission" | "listApiProducts" | "changeApiProduct";

/** The operations of access to API products. */
export function permissionHandlers({
  world,
  apiUrls,
}: Pick<SandboxParts, "world" | "apiUrls">): Handlers<Ids> {
  const { view } = world;
  const shown = (product: ApiProduct) => apiProductOf(product, apiUrls);
  return {
    listPermissions({ path: { application_id: application }, query }) {
      found(view, "application", application);
      const { entries, next } = pageOf(view.list("permission", { application }), query, ({ id }) => id);
      return { permissions: entries.map(permissionOf), next };
    },
    async requestAccess({ path: { application_id: application }, body }) {
      const { environment } = found(view, "application", application);
      const { product_code: product, identity } = body;
      const published = found(view, "apiProduct", product).scopes.map(({ name }) => name);
      const scopes = body.scopes ?? published;
      const key = { application, environment, identity, product };
      return permissionOf(await world.run(requestAccess, { ...key, scopes, admitted: body.admit }));
    },
    async changePermission({ path: { application_id: application, identity, product_code: product }, body }) {
      return permissionOf(await world.run(change, { application, identity, product, ...body }));
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
const change: Command<PermissionKey & Schemas["PermissionChange"], Permission> = (draft, input) => {
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
