import { type Action, action, type Obstacle } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal, unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication, ownApplications, requireVerification, spaceShown, type Viewer } from "../viewer.js";

type Ids =
  | "listApplications"
  | "createApplication"
  | "readApplication"
  | "transferApplication"
  | "revokeApplication"
  | "enableIdentity"
  | "changeIdentity"
  | "rotateClientSecret";

const usualLimit = 100;

/** The operations of one's applications. */
export function applicationHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control, now, random } = context;
  const details = async (viewer: Viewer, id: string) =>
    applicationDetails(context, viewer, await ownApplication(context, viewer, id));
  const asOwner = async (viewer: Viewer, id: string): Promise<void> => {
    const { owner } = await ownApplication(context, viewer, id);
    if (owner === viewer.person.person_id) return;
    throw new ConsoleRefusal({ status: 403, code: "not-the-owner" }, "Only its owner can do that.", {
      remedy: "Ask the owner of the application.",
      clause: "§2.1",
    });
  };
  const create = async (body: Parameters<typeof control.applications.create>[0]["body"]) => {
    try {
      return await unwrap(control.applications.create({ body }));
    } catch (error) {
      // Somebody else's application may have the same name; whose it is, is nobody's business.
      if (!(error instanceof ConsoleRefusal) || error.code !== "slug-taken") throw error;
      const words = body.name.toLowerCase().match(/[a-z0-9]+/g) ?? ["application"];
      const slug = `${words.join("-").slice(0, 50)}-${Buffer.from(random(4)).toString("hex")}`;
      return await unwrap(control.applications.create({ body: { ...body, slug } }));
    }
  };
  return {
    async listApplications({ query: { limit = usualLimit, after }, viewer }) {
      const [all, { products }] = await Promise.all([
        ownApplications(context, viewer),
        unwrap(control.commerce.listCatalog({ limit: 1000 })),
      ]);
      const start =
        after === undefined ? 0 : all.findIndex(({ application_id }) => application_id === after) + 1;
      const applications = all.slice(start, start + limit);
      const isLast = start + limit >= all.length;
      return {
        applications,
        next: isLast ? null : (applications.at(-1)?.application_id ?? null),
        creation: creationChoices(viewer, products),
      };
    },
    async createApplication({ body, viewer }) {
      if (!viewer.openOrganizations.has(body.organization_id)) throw unknown("organization");
      const { application, client_secret } = await create({ ...body, owner: viewer.person.person_id });
      return { application: await applicationDetails(context, viewer, application), client_secret };
    },
    readApplication: ({ path, viewer }) => details(viewer, path.application_id),
    async transferApplication({ path: { application_id }, body: { owner, revision }, viewer }) {
      await asOwner(viewer, application_id);
      requireVerification(viewer, now());
      await unwrap(control.applications.change({ application_id, body: { owner, revision } }));
      return await details(viewer, application_id);
    },
    async revokeApplication({ path: { application_id }, body: { revision }, viewer }) {
      await asOwner(viewer, application_id);
      await unwrap(control.applications.change({ application_id, body: { status: "revoked", revision } }));
      return await details(viewer, application_id);
    },
    async enableIdentity({ path: { application_id, identity }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      const enabled = await unwrap(control.applications.enableIdentity({ application_id, identity, body }));
      const application = await applicationDetails(context, viewer, enabled.application);
      return { application, client_secret: enabled.client_secret };
    },
    async changeIdentity({ path: { application_id, identity }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      await unwrap(control.applications.changeIdentity({ application_id, identity, body }));
      return await details(viewer, application_id);
    },
    async rotateClientSecret({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.applications.rotateClientSecret({ application_id }));
    },
  };
}

function creationChoices(
  { spaces, openOrganizations }: Viewer,
  products: readonly Schemas["SandboxCatalogProduct"][],
): Schemas["CreationChoices"] {
  return {
    organizations: spaces
      .filter(({ organization }) => openOrganizations.has(organization.organization_id))
      .map(spaceShown),
    environments: ["sandbox", "production"],
    products: products.map(({ product_code, name }) => ({ product_code, name })),
  };
}

type Application = Schemas["SandboxApplication"];

const mostCandidates = 100;

/** An application with all that its screen shows. */
async function applicationDetails(
  context: ConsoleContext,
  viewer: Viewer,
  application: Application,
): Promise<Schemas["ApplicationDetails"]> {
  const { control } = context;
  const { application_id, organization_id, owner } = application;
  const [{ organization, members }, { person }, configuration] = await Promise.all([
    unwrap(control.people.readOrganization({ organization_id })),
    unwrap(control.people.readPerson({ person_id: owner })),
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
    actions: applicationActions(application, {
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

function applicationActions(
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
    unwrap(control.applications.listPermissions({ application_id, limit: 1000 })),
    unwrap(control.applications.listApiProducts({ limit: 1000 })),
    unwrap(control.state.read()),
    context.findTokenEndpoint(issuer),
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
