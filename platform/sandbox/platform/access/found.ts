import { type Draft, Refusal, type View } from "../draft.js";
import type { Application, OauthClient } from "../records/applications.js";
import type { IdentityType } from "../records/common.js";
import type { Kind, Records } from "../records/records.js";

const names: Partial<Record<Kind, string>> = {
  apiProduct: "API product",
  client: "OAuth client",
  organization: "organization",
  person: "person",
  permission: "permission",
};

/** A record that must exist. Throws a `Refusal` with the code `unknown-…`. */
export function found<K extends Kind>(view: View, kind: K, id: string): Records[K] {
  const record = view.get(kind, id);
  if (record !== undefined) return record;
  const code = `unknown-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new Refusal("missing", code, { message: `There is no ${names[kind] ?? kind} "${id}".` });
}

/** An application that isn't revoked. Throws a `Refusal`: `unknown-application`, `application-revoked`. */
export function activeApplication(view: View, id: string): Application {
  const application = found(view, "application", id);
  if (application.status === "active") return application;
  throw new Refusal("conflict", "application-revoked", { message: `The application "${id}" is revoked.` });
}

/** The OAuth client of an identity, if the application has ever enabled it. */
export function findClient(view: View, application: string, identity: IdentityType): OauthClient | undefined {
  return view.list("client", { application, identity })[0];
}

/** The client of an enabled identity. Throws a `Refusal`: `identity-not-enabled`. */
export function enabledClient(view: View, application: string, identity: IdentityType): OauthClient {
  const client = findClient(view, application, identity);
  if (client?.status === "active") return client;
  throw new Refusal("conflict", "identity-not-enabled", {
    message: `The ${identity} identity of the application "${application}" isn't enabled. Enable it first.`,
    clause: "§2.1",
  });
}

/** Someone who is active in an active organization. Throws a `Refusal`: `unknown-…`, `not-a-member`. */
export function requireMember(draft: Draft, person: string, organization: string): void {
  const isActive =
    found(draft, "person", person).status === "active" &&
    found(draft, "organization", organization).status === "active" &&
    draft.list("membership", { person, organization, status: "active" }).length > 0;
  if (isActive) return;
  throw new Refusal("conflict", "not-a-member", {
    message: `"${person}" isn't an active member of the active organization "${organization}".`,
  });
}

/** An application with changes, and the next revision. */
export function changeApplication(
  draft: Draft,
  application: Application,
  changes: Partial<Application>,
): Application {
  const changed = { ...application, ...changes, revision: application.revision + 1 };
  draft.put("application", changed);
  return changed;
}
