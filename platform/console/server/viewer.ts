import type { Schemas } from "./api/schemas.js";
import { ConsoleRefusal, signInRequired, unknown } from "./console-refusal.js";
import type { ConsoleContext } from "./context.js";
import { orUndefined, unwrap } from "./create-control.js";
import { type OpenSession, type StoredSession, verificationMs } from "./sessions.js";

/** Who asks, as the platform knows them at this moment. */
export interface Viewer {
  readonly person: Schemas["SandboxPerson"];
  /** With revoked ones. */
  readonly spaces: readonly Space[];
  /** Organizations that the person may act in now. */
  readonly openOrganizations: ReadonlySet<string>;
  readonly session: StoredSession;
  readonly open: OpenSession;
}

/** An organization that a person belongs to, or belonged to. */
interface Space {
  readonly membership: Schemas["SandboxMembership"];
  readonly organization: Schemas["SandboxOrganization"];
}

/** Reads the one who asks, each time: what is revoked stops at once. Rejects with `sign-in-required`, which ends the session. */
export async function readViewer(context: ConsoleContext, open: OpenSession): Promise<Viewer> {
  const { session, key } = open;
  // A stream outlives the request that opened it.
  if (session.expiresAt <= context.now()) {
    context.sessions.end(key);
    throw signInRequired();
  }
  const found = await orUndefined(unwrap(context.control.people.readPerson({ person_id: session.person })));
  if (found === undefined || found.person.status !== "active") {
    context.sessions.end(key);
    throw signInRequired();
  }
  const { person, spaces } = found;
  const isOpen = ({ membership, organization }: Space): boolean =>
    membership.status === "active" && organization.status === "active";
  const openOrganizations = new Set(
    spaces.filter(isOpen).map(({ organization }) => organization.organization_id),
  );
  return { person, spaces, openOrganizations, session, open };
}

/** Throws `verification-required` unless the person proved within the last five minutes who they are (§5.6). */
export function requireVerification({ session }: Viewer, now: number): void {
  const age = now - session.authenticatedAt;
  if (age >= 0 && age <= verificationMs) return;
  throw new ConsoleRefusal(
    { status: 403, code: "verification-required" },
    "This needs a verification within the last five minutes.",
    { remedy: "Verify who you are, then confirm again. Nothing was sent.", clause: "§5.6" },
  );
}

/** An organization as the page shows it. */
export function spaceShown({ membership, organization }: Space): Schemas["SessionOrganization"] {
  const { organization_id, name, kind, status } = organization;
  const isRevoked = status === "revoked" || membership.status === "revoked";
  return {
    organization_id,
    name,
    kind,
    status: isRevoked ? "revoked" : "active",
    membership_id: membership.membership_id,
  };
}

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
  const application = await orUndefined(unwrap(control.applications.read({ application_id: id })));
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
  const { applications } = await unwrap(
    control.applications.list({ person_id: person.person_id, limit: 1000 }),
  );
  return applications.filter(({ organization_id }) => openOrganizations.has(organization_id));
}
