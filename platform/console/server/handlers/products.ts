import { ownApplication } from "../access/own-application.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { identityAccess } from "../shown/product-access.js";

type Ids = "listApiProducts" | "requestAccess" | "changePermission" | "changeApiProduct";
type Identity = Schemas["SandboxIdentity"];

const identities = ["application", "user"] as const satisfies readonly Identity[];

/** The operations of API products. */
export function productHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  const productsOf = async () => {
    const [{ api_products }, state] = await Promise.all([
      from(control.applications.listApiProducts({ limit: 1000 })),
      from(control.state.read()),
    ]);
    return { api_products, state };
  };
  type Known = Awaited<ReturnType<typeof productsOf>>;
  const shown = (
    { scope_details, ...product }: Known["api_products"][number],
    apiUrl: string,
  ): Schemas["ApiProduct"] => ({ ...product, scopes: scope_details, api_url: apiUrl });
  const apiUrl = ({ state }: Known, environment: string): string =>
    environment === "sandbox" ? state.api_url : state.production_api_url;
  return {
    async listApiProducts({ path: { application_id }, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const [known, { permissions }] = await Promise.all([
        productsOf(),
        from(control.applications.listPermissions({ application_id, limit: 1000 })),
      ]);
      const url = apiUrl(known, application.environment);
      return {
        api_products: known.api_products.map((each) => {
          const product = shown(each, url);
          const permissionOf = (identity: Identity) =>
            permissions.find((one) => one.identity === identity && one.product_code === product.product_code);
          return {
            product,
            identities: identities.map((identity) =>
              identityAccess(application, product, { identity, known: permissionOf(identity) }),
            ),
          };
        }),
      };
    },
    async requestAccess({ path: { application_id }, body, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const permission = await from(control.applications.requestAccess({ application_id, body }));
      return await accessOf(application, permission);
    },
    async changePermission({ path, body, viewer }) {
      const application = await ownApplication(context, viewer, path.application_id);
      return await accessOf(
        application,
        await from(control.applications.changePermission({ ...path, body })),
      );
    },
    async changeApiProduct({ path: { product_code }, body }) {
      const changed = await from(control.applications.changeApiProduct({ product_code, body }));
      return shown(changed, (await productsOf()).state.api_url);
    },
  };

  async function accessOf(
    application: Schemas["SandboxApplication"],
    permission: NonNullable<Parameters<typeof identityAccess>[2]["known"]>,
  ): Promise<Schemas["IdentityAccess"]> {
    const { api_products } = await productsOf();
    const product = api_products.find(({ product_code }) => product_code === permission.product_code);
    if (product === undefined) throw unknown("api-product");
    const { identity } = permission;
    return identityAccess(application, shown(product, ""), { identity, known: permission });
  }
}
