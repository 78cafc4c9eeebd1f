import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal, unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from, ifThere } from "../control/create-control.js";
import type { Viewer } from "./viewer.js";

type Application = Schemas["SandboxApplication"];

/**
 * An application that the one who asks may see and change. Throws `application-unknown` for one that isn't theirs, as for one that doesn't
 * exist, and `access-revoked` if they could before.
 */
export async function ownApplication(
  { control }: Pick<ConsoleContext, "control">,
  viewer: Viewer,
  id: string,
): Promise<Application> {
  const application = await ifThere(from(control.applications.read({ application_id: id })));
  if (application === undefined) throw unknown("application");
  if (viewer.openOrganizations.has(application.organization_id)) return application;
  const belonged = viewer.spaces.some(
    ({ organization }) => organization.organization_id === application.organization_id,
  );
  if (!belonged && application.owner !== viewer.person.person_id) throw unknown("application");
  throw new ConsoleRefusal(
    { status: 403, code: "access-revoked" },
    "Your access to this organization was revoked.",
    {
      remedy: "Ask its administrator. Nothing else was opened in its place.",
      clause: "§5.6",
    },
  );
}

/** The applications that the one who asks may see, at most a thousand. */
export async function ownApplications(
  { control }: Pick<ConsoleContext, "control">,
  { person, openOrganizations }: Viewer,
): Promise<readonly Application[]> {
  const { applications } = await from(
    control.applications.list({ person_id: person.person_id, limit: 1000 }),
  );
  return applications.filter(({ organization_id }) => openOrganizations.has(organization_id));
}
