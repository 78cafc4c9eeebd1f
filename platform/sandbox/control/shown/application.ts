import type { View } from "../../platform/draft.js";
import type { Application, OauthClient, Permission } from "../../platform/records/applications.js";
import type { Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";

/** An application with its clients, as the control shows it. */
export function applicationOf(
  view: View,
  application: Application,
  { issuerOf }: Pick<SandboxParts, "issuerOf">,
): Schemas["Application"] {
  const { id, name, slug, environment, owner, organization, product, status, revision } = application;
  return {
    application_id: id,
    ...{ name, slug, environment, owner, status, revision },
    organization_id: organization,
    product_code: product ?? null,
    issuer: issuerOf(environment),
    clients: view.list("client", { application: id }).map(clientOf),
  };
}

function clientOf(client: OauthClient): Schemas["Client"] {
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
export function permissionOf(permission: Permission): Schemas["Permission"] {
  const { application, environment, identity, product, state, scopes, binding, requestedAt, revision } =
    permission;
  return {
    application_id: application,
    ...{ environment, identity, state, binding, revision },
    product_code: product,
    scopes: [...scopes],
    requested_at: isoTime(requestedAt),
  };
}
