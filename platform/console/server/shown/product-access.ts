import { type Action, action, type Obstacle } from "../actions.js";
import type { Schemas } from "../api/schemas.js";

type Application = Schemas["SandboxApplication"];
type Permission = Readonly<Schemas["IdentityAccess"]> | undefined;
type Product = Omit<Schemas["ApiProduct"], "api_url">;

/** What the control knows of a request for access. */
export interface KnownPermission {
  readonly identity: Schemas["SandboxIdentity"];
  readonly product_code: string;
  readonly state: NonNullable<Permission>["state"];
  readonly scopes: readonly string[];
  readonly binding: "bound" | "drifted" | "temporarily-unverifiable";
  readonly requested_at: string;
  readonly revision: number;
}

/** Access of an identity to an API product, with the moves that the document shows (§3.1, §3.2). */
export function identityAccess(
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
    actions: actionsOf(application, product, { identity, isEnabled, state, binding: known?.binding }),
    operator_moves: known === undefined ? [] : operatorMoves(known),
  };
}

interface Standing {
  readonly identity: string;
  readonly isEnabled: boolean;
  readonly state: KnownPermission["state"];
  readonly binding: KnownPermission["binding"] | undefined;
}

function actionsOf(
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
  const unbound: Obstacle =
    binding === "temporarily-unverifiable"
      ? { reason: binding, remedy: "The binding can't be verified now. Try again later.", clause: "§3.2" }
      : {
          reason: "drifted",
          remedy: "Scopes and audience differ from the client's. Check the configuration.",
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
