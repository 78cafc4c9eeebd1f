import { ownApplication, ownApplications } from "../access/own-application.js";
import { requireVerification, spaceShown, type Viewer } from "../access/viewer.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal, unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";
import { applicationDetails } from "../shown/application.js";

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
      return await from(control.applications.create({ body }));
    } catch (error) {
      // Somebody else's application may have the same name; whose it is, is nobody's business.
      if (!(error instanceof ConsoleRefusal) || error.code !== "slug-taken") throw error;
      const words = body.name.toLowerCase().match(/[a-z0-9]+/g) ?? ["application"];
      const slug = `${words.join("-").slice(0, 50)}-${Buffer.from(random(4)).toString("hex")}`;
      return await from(control.applications.create({ body: { ...body, slug } }));
    }
  };
  return {
    async listApplications({ query: { limit = usualLimit, after }, viewer }) {
      const [all, { products }] = await Promise.all([
        ownApplications(context, viewer),
        from(control.commerce.listCatalog({ limit: 1000 })),
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
      await from(control.applications.change({ application_id, body: { owner, revision } }));
      return await details(viewer, application_id);
    },
    async revokeApplication({ path: { application_id }, body: { revision }, viewer }) {
      await asOwner(viewer, application_id);
      await from(control.applications.change({ application_id, body: { status: "revoked", revision } }));
      return await details(viewer, application_id);
    },
    async enableIdentity({ path: { application_id, identity }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      const enabled = await from(control.applications.enableIdentity({ application_id, identity, body }));
      const application = await applicationDetails(context, viewer, enabled.application);
      return { application, client_secret: enabled.client_secret };
    },
    async changeIdentity({ path: { application_id, identity }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      await from(control.applications.changeIdentity({ application_id, identity, body }));
      return await details(viewer, application_id);
    },
    async rotateClientSecret({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await from(control.applications.rotateClientSecret({ application_id }));
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
