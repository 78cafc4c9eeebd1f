import type { Viewer } from "../access/viewer.js";
import { type Action, action, type Obstacle } from "../actions.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";

type Application = Schemas["SandboxApplication"];

const mostCandidates = 100;

/** An application with all that its screen shows. */
export async function applicationDetails(
  context: ConsoleContext,
  viewer: Viewer,
  application: Application,
): Promise<Schemas["ApplicationDetails"]> {
  const { control } = context;
  const { application_id, organization_id, owner } = application;
  const [{ organization, members }, { person }, configuration] = await Promise.all([
    from(control.people.readOrganization({ organization_id })),
    from(control.people.readPerson({ person_id: owner })),
    callConfiguration(context, application),
  ]);
  const candidates = members.filter(
    ({ membership, person: { person_id, status } }) =>
      membership.status === "active" && status === "active" && person_id !== owner,
  );
  const own = members.find(({ person: { person_id } }) => person_id === viewer.person.person_id);
  const { name, kind, status } = organization;
  return {
    application: { ...application, application_id },
    organization: {
      organization_id,
      name,
      kind,
      status,
      membership_id: own?.membership.membership_id ?? null,
    },
    owner: person,
    is_owner: owner === viewer.person.person_id,
    transfer_candidates: candidates.slice(0, mostCandidates).map((candidate) => candidate.person),
    call_configuration: configuration,
    actions: actionsOf(application, {
      isOwner: owner === viewer.person.person_id,
      isAlone: candidates.length === 0,
    }),
  };
}

const revoked: Obstacle = {
  reason: "application-revoked",
  remedy: "The application was revoked for good. Create another one.",
};
const notTheOwner: Obstacle = {
  reason: "not-the-owner",
  remedy: "Only its owner can do that. Ask the owner.",
  clause: "§2.1",
};
const nobodyElse: Obstacle = {
  reason: "no-candidate",
  remedy: "The organization has no other active member. Add one first.",
};

function actionsOf(
  { clients, status }: Application,
  { isOwner, isAlone }: { readonly isOwner: boolean; readonly isAlone: boolean },
): Action[] {
  const isOver = status === "revoked" && revoked;
  const isEnabled = (identity: string): boolean =>
    clients.some((client) => client.identity === identity && client.status === "active");
  const enabled = (identity: string): Obstacle => ({
    reason: "identity-enabled",
    remedy: `The ${identity} identity is enabled already.`,
  });
  const disabled = (identity: string): Obstacle => ({
    reason: "identity-disabled",
    remedy: `Enable the ${identity} identity first.`,
  });
  return [
    ...["application", "user"].flatMap((identity) => [
      action(`enable-${identity}-identity`, isOver, isEnabled(identity) && enabled(identity)),
      action(`disable-${identity}-identity`, isOver, !isEnabled(identity) && disabled(identity)),
    ]),
    action("rotate-secret", isOver, !isEnabled("application") && disabled("application")),
    action("transfer", isOver, !isOwner && notTheOwner, isAlone && nobodyElse),
    action("revoke", isOver, !isOwner && notTheOwner),
    action("configure-webhook", isOver),
  ];
}

/** What calls need, for each enabled identity (§2.1). */
async function callConfiguration(
  context: ConsoleContext,
  { application_id, clients, issuer, environment }: Application,
): Promise<Schemas["CallConfiguration"][]> {
  const { control } = context;
  const [{ permissions }, { api_products }, state, token_endpoint] = await Promise.all([
    from(control.applications.listPermissions({ application_id, limit: 1000 })),
    from(control.applications.listApiProducts({ limit: 1000 })),
    from(control.state.read()),
    context.tokenEndpointOf(issuer),
  ]);
  const products = new Map(api_products.map((product) => [product.product_code, product]));
  return clients
    .filter(({ status }) => status === "active")
    .map(({ client_id, identity, redirect_uris, secret_version }) => ({
      identity,
      client_id,
      flow: identity === "application" ? "client_credentials" : "authorization_code_pkce",
      issuer,
      discovery_url: `${issuer}/.well-known/openid-configuration`,
      token_endpoint,
      api_url: environment === "sandbox" ? state.api_url : state.production_api_url,
      products: permissions.flatMap(({ identity: its, state: present, product_code, scopes, binding }) => {
        const product = products.get(product_code);
        if (its !== identity || present !== "enabled" || product === undefined) return [];
        return [{ product_code, name: product.name, audience: product.audience, scopes, binding }];
      }),
      redirect_uris,
      credential: { kind: identity === "application" ? "client-secret" : "none", version: secret_version },
    }));
}
