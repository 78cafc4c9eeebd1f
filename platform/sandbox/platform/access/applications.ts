import { type Draft, type PlatformCommand, Refusal } from "../draft.js";
import type { Application, OauthClient } from "../records/applications.js";
import type { Environment, Time } from "../records/common.js";
import { activeApplication, changeApplication, found, requireMember } from "./found.js";
import { addClient, endTokens, type SignInUrls } from "./identities.js";

/** What a new application consists of. */
export interface NewApplication {
  readonly name: string;
  /** Lowercase letters, digits and hyphens; unique in its environment. */
  readonly slug: string;
  readonly environment: Environment;
  /** The person who becomes its owner. */
  readonly creator: string;
  readonly organization: string;
  /** A catalog product, to which it is bound. */
  readonly product?: string | undefined;
  /** The application identity, the user identity, both or, for now, none. */
  readonly identities?: {
    readonly application?: { readonly secretHash: string } | undefined;
    readonly user?: SignInUrls | undefined;
  };
}

/** A new application and the OAuth clients of its identities. */
export interface CreatedApplication {
  readonly application: Application;
  readonly clients: readonly OauthClient[];
}

/** How recent the verification for a transfer of ownership must be (§5.6, §8). */
const verificationMs = 5 * 60 * 1000;

/** Creates an application. Its creator becomes its owner, and each identity gets an OAuth client of its own (§2.1). */
export const createApplication: PlatformCommand<NewApplication, CreatedApplication> = (draft, input) => {
  const { name, slug, environment, creator, organization, product, identities } = input;
  requireMember(draft, creator, organization);
  checkNames(draft, input);
  if (product !== undefined) found(draft, "catalogProduct", product);
  const application: Application = {
    id: draft.newId("app"),
    name,
    slug,
    environment,
    owner: creator,
    organization,
    product,
    status: "active",
    revision: 1,
  };
  draft.put("application", application);
  const { application: service, user } = identities ?? {};
  const clients: OauthClient[] = [];
  if (service) clients.push(addClient(draft, application, { identity: "application", ...service }));
  if (user) clients.push(addClient(draft, application, { identity: "user", ...user }));
  return { application, clients };
};

/**
 * Hands an application over to another member of its organization. The owner must have been verified within the last five minutes, and
 * must have seen the current revision (§5.6, §7.3).
 */
export const transferOwnership: PlatformCommand<
  {
    readonly application: string;
    readonly by: string;
    readonly to: string;
    /** When the owner was verified, in the sandbox's time. */
    readonly verifiedAt: Time | undefined;
    readonly revision: number;
  },
  Application
> = (draft, { application: id, by, to, verifiedAt, revision }) => {
  const application = activeApplication(draft, id);
  const refuse = (code: string, message: string, clause: string) =>
    new Refusal("conflict", code, { message, clause });
  if (application.owner !== by)
    throw refuse("not-the-owner", `"${by}" isn't the owner of the application "${id}".`, "§2.1");
  if (verifiedAt === undefined || verifiedAt > draft.now || draft.now - verifiedAt > verificationMs)
    throw refuse(
      "verification-required",
      "Verify the owner again: that must be within the last five minutes.",
      "§5.6",
    );
  if (application.revision !== revision)
    throw refuse(
      "revision-conflict",
      `The application has revision ${application.revision} now, not ${revision}. Read it again, then confirm.`,
      "§7.3",
    );
  requireMember(draft, to, application.organization);
  return changeApplication(draft, application, { owner: to });
};

/** Revokes an application for good: its clients are disabled, and their tokens end. */
export const revokeApplication: PlatformCommand<{ readonly application: string }, Application> = (
  draft,
  { application: id },
) => {
  const application = activeApplication(draft, id);
  for (const client of draft.list("client", { application: id }))
    endTokens(draft, client, { status: "disabled" });
  return changeApplication(draft, application, { status: "revoked" });
};

function checkNames(draft: Draft, { name, slug, environment }: NewApplication): void {
  if (name.trim() === "" || name.length > 200 || /\p{Cc}/u.test(name))
    throw new Refusal("invalid", "name-invalid", {
      message: "An application needs a name of at most 200 characters, without control characters.",
    });
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug))
    throw new Refusal("invalid", "slug-invalid", {
      message: `"${slug.slice(0, 100)}" isn't a slug: at most 63 lowercase letters, digits and inner hyphens.`,
    });
  if (draft.list("application", { slug, environment, status: "active" }).length > 0)
    throw new Refusal("conflict", "slug-taken", {
      message: `Another application of the ${environment} environment has the slug "${slug}".`,
    });
}
