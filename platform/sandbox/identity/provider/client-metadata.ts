import { createHash, timingSafeEqual } from "node:crypto";
import type { ClientMetadata } from "oidc-provider";
import type { OauthClient } from "../../platform/records/applications.js";
import type { IssuerContext } from "./issuer-context.js";

/** A client that may be used now: enabled, and of an active application of the issuer's environment. */
export function usableClient(
  { world, environment }: Pick<IssuerContext, "world" | "environment">,
  id: string,
): OauthClient | undefined {
  const client = world.view.get("client", id);
  if (client?.status !== "active") return undefined;
  const application = world.view.get("application", client.application);
  if (application?.status === "active" && application.environment === environment) return client;
  return undefined;
}

/** A client as OpenID Connect describes it. In place of its secret stands the hash, which `matchesSecret` compares. */
export function clientMetadata(client: OauthClient): ClientMetadata {
  if (client.identity === "application")
    return {
      client_id: client.id,
      client_secret: client.secretHash ?? "",
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    };
  return {
    client_id: client.id,
    token_endpoint_auth_method: "none",
    // Of a web application the port counts as well, so URLs are compared exactly.
    application_type: "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.logoutUris],
  };
}

/** Compares a secret with a hash in constant time. */
export function matchesSecret(secret: string, hash: string): boolean {
  const given = createHash("sha256").update(secret).digest();
  const known = Buffer.from(hash, "hex");
  return given.length === known.length && timingSafeEqual(given, known);
}
