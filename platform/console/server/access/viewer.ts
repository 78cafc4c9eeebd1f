import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal, signInRequired } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from, ifThere } from "../control/create-control.js";
import { type Session, verificationMs } from "../session/session.js";
import type { OpenSession } from "../session/sessions.js";

/** Who asks, as the platform knows them at this moment. */
export interface Viewer {
  readonly person: Schemas["SandboxPerson"];
  /** With revoked ones. */
  readonly spaces: readonly Space[];
  /** Organizations that the person may act in now. */
  readonly openOrganizations: ReadonlySet<string>;
  readonly session: Session;
  readonly open: OpenSession;
}

/** An organization that a person belongs to, or belonged to. */
export interface Space {
  readonly membership: Schemas["SandboxMembership"];
  readonly organization: Schemas["SandboxOrganization"];
}

/** Reads the one who asks, each time: what is revoked stops at once. Rejects with `sign-in-required`, which ends the session. */
export async function viewerOf(context: ConsoleContext, open: OpenSession): Promise<Viewer> {
  const { session, key } = open;
  // A stream outlives the request that opened it.
  if (session.expiresAt <= context.now()) {
    context.sessions.end(key);
    throw signInRequired();
  }
  const found = await ifThere(from(context.control.people.readPerson({ person_id: session.person })));
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
