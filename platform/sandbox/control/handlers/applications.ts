import { createHash } from "node:crypto";
import { found } from "../../platform/access/found.js";
import {
  type CreatedApplication,
  createApplication,
  disableIdentity,
  enableIdentity,
  listSpaces,
  revokeApplication,
  rotateSecret,
  type SignInUrls,
  setSignInUrls,
  transferOwnership,
} from "../../platform/access/index.js";
import { type PlatformCommand, Refusal, type View } from "../../platform/draft.js";
import type { Application, OauthClient, Permission } from "../../platform/records/applications.js";
import type { Handlers, Schemas } from "../operation.js";
import { takePage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";

type Ids =
  | "listApplications"
  | "createApplication"
  | "readApplication"
  | "changeApplication"
  | "enableIdentity"
  | "changeIdentity"
  | "rotateClientSecret";

/** The operations of applications and their identities. */
export function applicationHandlers(
  parts: Pick<SandboxParts, "world" | "environmentIssuer" | "random">,
): Handlers<Ids> {
  const { world, random } = parts;
  const { view } = world;
  const shown = (id: string) => shownApplication(view, found(view, "application", id), parts);
  return {
    listApplications({ query }) {
      const { person_id: person, organization_id: organization } = query;
      const known = new Set(organization === undefined ? undefined : seenBy(view, organization));
      const all = (person === undefined ? view.list("application") : theirs(view, person)).filter(
        (each) => organization === undefined || known.has(each),
      );
      const { entries, next } = takePage(all, query, ({ id }) => id);
      return { applications: entries.map((each) => shownApplication(view, each, parts)), next };
    },
    async createApplication({ body }) {
      const made = newClientSecret(random);
      const { application } = await world.run(createFrom, { body, made });
      const isService = chosenIdentities(body).includes("application");
      return { application: shown(application.id), client_secret: isService ? made.secret : null };
    },
    readApplication: ({ path: { application_id: id } }) => shown(id),
    async changeApplication({ path: { application_id: id }, body: { owner, status, revision } }) {
      const seen = { application: id, revision };
      if (owner !== undefined) await world.run(transfer, { ...seen, owner });
      if (status === "revoked") await world.run(revoke, seen);
      return shown(id);
    },
    async enableIdentity({ path: { application_id: application, identity }, body }) {
      if (identity === "user") {
        await world.run(enableIdentity, { application, identity, ...signInUrls(body ?? {}) });
        return { application: shown(application), client_secret: null };
      }
      const { secret, secretHash } = newClientSecret(random);
      await world.run(enableIdentity, { application, identity, secretHash });
      return { application: shown(application), client_secret: secret };
    },
    async changeIdentity({ path: { application_id: application, identity }, body }) {
      const { status, ...urls } = body;
      if (Object.keys(urls).length > 0) {
        if (identity !== "user")
          throw new Refusal("invalid", "identity-without-urls", {
            message: "only the user identity has redirect URIs",
          });
        const present = view.list("client", { application, identity })[0];
        await world.run(setSignInUrls, { application, ...signInUrls(urls, present?.redirectUris) });
      }
      if (status === "disabled") await world.run(disableIdentity, { application, identity });
      return shown(application);
    },
    async rotateClientSecret({ path: { application_id: application } }) {
      const { secret, secretHash } = newClientSecret(random);
      const { id, secretVersion } = await world.run(rotateSecret, { application, secretHash });
      return { client_id: id, client_secret: secret, secret_version: secretVersion };
    },
  };
}

/** The active applications of an organization, and those that are approved for it (§4.4). */
function seenBy(view: View, id: string): readonly Application[] {
  const { id: organization } = found(view, "organization", id);
  const approved = view.list("approval", { organization, status: "active" });
  return view
    .list("application", { status: "active" })
    .filter(
      (each) =>
        each.organization === organization || approved.some(({ application }) => application === each.id),
    );
}

type NewApplication = Schemas["NewApplication"];

const createFrom: PlatformCommand<
  { readonly body: NewApplication; readonly made: ClientSecret },
  CreatedApplication
> = (draft, { body, made: { secretHash } }) => {
  const { name, slug = nameSlug(name), environment = "sandbox", product_code: product } = body;
  const creator = body.owner ?? first(draft, "person");
  const organization =
    body.organization_id ?? draft.list("membership", { person: creator, status: "active" })[0]?.organization;
  if (organization === undefined)
    throw new Refusal("invalid", "organization-missing", {
      message: `"${creator}" belongs to no organization: give \`organization_id\`, or make a membership`,
    });
  const wanted = chosenIdentities(body);
  return createApplication(draft, {
    name,
    slug,
    environment,
    creator,
    organization,
    product,
    identities: {
      ...(wanted.includes("application") && { application: { secretHash } }),
      ...(wanted.includes("user") && { user: signInUrls(body) }),
    },
  });
};

/** Both, if there is an address to return to after a sign-in. */
function chosenIdentities({ identities, redirect_uris = [] }: NewApplication): readonly string[] {
  return identities ?? (redirect_uris.length > 0 ? ["application", "user"] : ["application"]);
}

interface Urls {
  readonly redirect_uris?: readonly string[] | undefined;
  readonly logout_uris?: readonly string[] | undefined;
  readonly origins?: readonly string[] | undefined;
}

function signInUrls(
  { redirect_uris, logout_uris: logoutUris, origins }: Urls,
  present: readonly string[] = [],
): SignInUrls {
  return { redirectUris: redirect_uris ?? present, logoutUris, origins };
}

/** An application, and the revision of it that is meant; the present one if that is left out. */
interface Seen {
  readonly application: string;
  readonly revision?: number | undefined;
}

/** The owner was just verified: by who has the control's token. */
const transfer: PlatformCommand<Seen & { readonly owner: string }, Application> = (
  draft,
  { owner, ...seen },
) => {
  const { id: application, owner: by, revision } = found(draft, "application", seen.application);
  const verified = { by, to: owner, verifiedAt: draft.now };
  return transferOwnership(draft, { application, ...verified, revision: seen.revision ?? revision });
};

const revoke: PlatformCommand<Seen, Application> = (draft, { application, revision }) => {
  const present = found(draft, "application", application).revision;
  if (revision !== undefined && revision !== present)
    throw new Refusal("conflict", "revision-conflict", {
      message: `The application has revision ${present} now, not ${revision}. Read it again, then confirm.`,
      clause: "§7.3",
    });
  return revokeApplication(draft, { application });
};

/** Those that a person owns, and those of organizations that the person belongs to now. */
function theirs(view: View, person: string): readonly Application[] {
  const organizations = listSpaces(view, person).map(({ organization }) => organization.id);
  const applications = new Map(
    [
      ...view.list("application", { owner: person }),
      ...organizations.flatMap((organization) => view.list("application", { organization })),
    ].map((application) => [application.id, application] as const),
  );
  return [...applications.values()];
}

function first(view: View, kind: "person"): string {
  const [person] = view.list(kind, { status: "active" });
  if (person !== undefined) return person.id;
  throw new Refusal("invalid", "owner-missing", {
    message: "there is nobody yet who could own it: create a person",
  });
}

function nameSlug(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 60).replace(/-$/, "") || "application";
}

/** An application with its clients, as the control shows it. */
export function shownApplication(
  view: View,
  application: Application,
  { environmentIssuer }: Pick<SandboxParts, "environmentIssuer">,
): Schemas["Application"] {
  const { id, name, slug, environment, owner, organization, product, status, revision } = application;
  return {
    application_id: id,
    name,
    slug,
    environment,
    owner,
    status,
    revision,
    organization_id: organization,
    product_code: product ?? null,
    issuer: environmentIssuer(environment),
    clients: view.list("client", { application: id }).map(shownClient),
  };
}

function shownClient(client: OauthClient): Schemas["Client"] {
  return {
    client_id: client.id,
    identity: client.identity,
    status: client.status,
    secret_version: client.secretVersion,
    redirect_uris: [...client.redirectUris],
    logout_uris: [...client.logoutUris],
    origins: [...client.origins],
  };
}

/** A permission, as the control shows it. */
export function shownPermission(permission: Permission): Schemas["Permission"] {
  const { application, environment, identity, product, state, scopes, binding, requestedAt, revision } =
    permission;
  return {
    application_id: application,
    environment,
    identity,
    state,
    binding,
    revision,
    product_code: product,
    scopes: [...scopes],
    requested_at: isoTime(requestedAt),
  };
}

/** A Client Secret and what is kept of it (§5.4). */
interface ClientSecret {
  readonly secret: string;
  /** SHA-256 in hexadecimal. */
  readonly secretHash: string;
}

const secretBytes = 32;

/** Makes a Client Secret. `random` returns that many random bytes. */
function newClientSecret(random: (size: number) => Uint8Array): ClientSecret {
  const secret = `cs_${Buffer.from(random(secretBytes)).toString("base64url")}`;
  return { secret, secretHash: createHash("sha256").update(secret).digest("hex") };
}

/** The application that is named, or the first active one. Refuses with `application-unknown` or `application-missing`. */
export function activeApplication(view: View, id: string | undefined): Application {
  if (id !== undefined) return found(view, "application", id);
  const [first] = view.list("application", { status: "active", environment: "sandbox" });
  if (first !== undefined) return first;
  throw new Refusal("missing", "application-missing", {
    message: "the sandbox has no active application: create one first",
  });
}
