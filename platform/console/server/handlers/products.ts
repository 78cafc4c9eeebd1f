import { type Action, action, type Obstacle } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication } from "../viewer.js";

type Ids = "listApiProducts" | "requestAccess" | "changePermission" | "changeApiProduct";
type Identity = Schemas["SandboxIdentity"];

const identities = ["application", "user"] as const satisfies readonly Identity[];

/** The operations of API products. */
export function productHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  const readProducts = async () => {
    const [{ api_products }, state] = await Promise.all([
      unwrap(control.applications.listApiProducts({ limit: 1000 })),
      unwrap(control.state.read()),
    ]);
    return { api_products, state };
  };
  type Known = Awaited<ReturnType<typeof readProducts>>;
  const shown = (
    { scope_details, ...product }: Known["api_products"][number],
    apiUrl: string,
  ): Schemas["ApiProduct"] => ({ ...product, scopes: scope_details, api_url: apiUrl });
  const apiUrl = ({ state }: Known, environment: string): string => {
    if (environment === "sandbox") return state.api_url;
    return state.production_api_url;
  };
  return {
    async listApiProducts({ path: { application_id }, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const [known, { permissions }] = await Promise.all([
        readProducts(),
        unwrap(control.applications.listPermissions({ application_id, limit: 1000 })),
      ]);
      const url = apiUrl(known, application.environment);
      return {
        api_products: known.api_products.map((each) => {
          const product = shown(each, url);
          const permissionFor = (identity: Identity) =>
            permissions.find((one) => one.identity === identity && one.product_code === product.product_code);
          return {
            product,
            identities: identities.map((identity) =>
              identityAccess(application, product, { identity, known: permissionFor(identity) }),
            ),
          };
        }),
      };
    },
    async requestAccess({ path: { application_id }, body, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const permission = await unwrap(control.applications.requestAccess({ application_id, body }));
      return await findAccess(application, permission);
    },
    async changePermission({ path, body, viewer }) {
      const application = await ownApplication(context, viewer, path.application_id);
      return await findAccess(
        application,
        await unwrap(control.applications.changePermission({ ...path, body })),
      );
    },
    async changeApiProduct({ path: { product_code }, body }) {
      const changed = await unwrap(control.applications.changeApiProduct({ product_code, body }));
      return shown(changed, (await readProducts()).state.api_url);
    },
  };

  async function findAccess(
    application: Schemas["SandboxApplication"],
    permission: NonNullable<Parameters<typeof identityAccess>[2]["known"]>,
  ): Promise<Schemas["IdentityAccess"]> {
    const { api_products } = await readProducts();
    const product = api_products.find(({ product_code }) => product_code === permission.product_code);
    if (product === undefined) throw unknown("api-product");
    const { identity } = permission;
    return identityAccess(application, shown(product, ""), { identity, known: permission });
  }
}

type Application = Schemas["SandboxApplication"];
type Permission = Readonly<Schemas["IdentityAccess"]> | undefined;
type Product = Omit<Schemas["ApiProduct"], "api_url">;

/** What the control knows of a request for access. */
interface KnownPermission {
  readonly identity: Schemas["SandboxIdentity"];
  readonly product_code: string;
  readonly state: NonNullable<Permission>["state"];
  readonly scopes: readonly string[];
  readonly binding: "bound" | "drifted" | "temporarily-unverifiable";
  readonly requested_at: string;
  readonly revision: number;
}

/** Access of an identity to an API product, with the moves that the document shows (§3.1, §3.2). */
function identityAccess(
  application: Application,
  product: Pick<Product, "product_code" | "scopes" | "status" | "environments" | "identities">,
  {
    identity,
    known,
  }: { readonly identity: Schemas["SandboxIdentity"]; readonly known: KnownPermission | undefined },
): Schemas["IdentityAccess"] {
  const state = known?.state ?? "available";
  const scopes = [...(known?.scopes ?? [])];
  const published = product.scopes.map(({ name }) => name);
  const isEnabled = application.clients.some(
    (client) => client.identity === identity && client.status === "active",
  );
  return {
    product_code: product.product_code,
    identity,
    identity_enabled: isEnabled,
    state,
    scopes,
    missing_scopes: state === "enabled" ? published.filter((scope) => !scopes.includes(scope)) : [],
    binding: known?.binding ?? null,
    testing_may_start: state === "enabled" && known?.binding === "bound",
    requested_at: known?.requested_at ?? null,
    revision: known?.revision ?? 0,
    actions: permissionActions(application, product, { identity, isEnabled, state, binding: known?.binding }),
    operator_moves: known === undefined ? [] : operatorMoves(known),
  };
}

interface Standing {
  readonly identity: string;
  readonly isEnabled: boolean;
  readonly state: KnownPermission["state"];
  readonly binding: KnownPermission["binding"] | undefined;
}

function permissionActions(
  { status, environment }: Application,
  product: Pick<Product, "status" | "environments" | "identities">,
  { identity, isEnabled, state, binding }: Standing,
): Action[] {
  const common: readonly (Obstacle | false)[] = [
    status === "revoked" && {
      reason: "application-revoked",
      remedy: "The application was revoked for good.",
    },
    product.status === "deprecated" && {
      reason: "product-deprecated",
      remedy: "The API product is disabled until it is active again. Ask its support.",
      clause: "§3.3",
    },
    product.status === "revoked" && {
      reason: "product-revoked",
      remedy: "The API product was withdrawn. Choose another one.",
      clause: "§3.3",
    },
    !(product.environments as readonly string[]).includes(environment) && {
      reason: "environment-not-offered",
      remedy: `The API product isn't offered in the ${environment} environment.`,
    },
    !(product.identities as readonly string[]).includes(identity) && {
      reason: "identity-not-offered",
      remedy: `The API product isn't offered to the ${identity} identity.`,
    },
    !isEnabled && {
      reason: "identity-disabled",
      remedy: `Enable the ${identity} identity of the application first.`,
    },
  ];
  const isOver = state === "suspended" || state === "revoked" || state === "not-included";
  const support = isOver && {
    reason: state,
    remedy: "There is no move of your own from this state. Contact the product's support.",
    clause: "§3.1",
  };
  const requested: Obstacle = {
    reason: "already-requested",
    remedy:
      "Access was requested before; its state is shown. Further scopes need a new grant of the product's support.",
    clause: "§3.1",
  };
  let unbound: Obstacle = {
    reason: "drifted",
    remedy: "Scopes and audience differ from the client's. Check the configuration.",
    clause: "§3.2",
  };
  if (binding === "temporarily-unverifiable")
    unbound = {
      reason: binding,
      remedy: "The binding can't be verified now. Try again later.",
      clause: "§3.2",
    };
  const notEnabled: Obstacle = { reason: "not-enabled", remedy: "Request access first.", clause: "§3.1" };
  return [
    action("request-access", support, state !== "available" && requested, ...common),
    action(
      "configure-and-enable",
      support,
      state !== "configuration-required" && {
        reason: "not-required",
        remedy: "Only a legacy request needs it.",
        clause: "§3.1",
      },
      ...common,
    ),
    action("test", support, state !== "enabled" && notEnabled, binding !== "bound" && unbound, ...common),
    action(
      "contact-support",
      !isOver &&
        state !== "enabled" && { reason: "not-needed", remedy: "Request access yourself.", clause: "§3.1" },
    ),
  ];
}

/** What `changePermission` of the sandbox can do. */
function operatorMoves({ state, binding }: KnownPermission): Schemas["OperatorMove"][] {
  const states = {
    available: [],
    "configuration-required": ["enabled"],
    enabled: ["enabled", "suspended", "revoked"],
    suspended: ["revoked"],
    revoked: [],
    "not-included": ["enabled"],
  } as const;
  const bindings = (["bound", "drifted", "temporarily-unverifiable"] as const).filter(
    (each) => each !== binding,
  );
  return [...states[state].map((each) => ({ state: each })), ...bindings.map((each) => ({ binding: each }))];
}
