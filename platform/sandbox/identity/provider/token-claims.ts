import type { AccessToken, ClientCredentials } from "oidc-provider";
import type { IssuerContext } from "./issuer-context.js";
import type { ChosenSpaces } from "./spaces.js";

/** What access tokens carry beside the claims of RFC 9068. */
export interface OwnClaims {
  /** When the token was issued, in milliseconds of the sandbox's time; `iat` and `exp` are real. */
  readonly sandbox_time: number;
  /** `tokenVersion` of the client; a token of another version is over. */
  readonly client_version: number;
  /** What a user's token was issued by; it ends with that. */
  readonly grant?: string;
  /** The chosen space, of a user's token. */
  readonly space?: { readonly organization_id: string; readonly membership_id: string };
}

/** The claims of a new token. */
export async function tokenClaims(
  { clock, world }: IssuerContext,
  { spaces, token }: { readonly spaces: ChosenSpaces; readonly token: AccessToken | ClientCredentials },
): Promise<Record<string, unknown> & OwnClaims> {
  const client = token.clientId ?? "";
  const grant = token.kind === "AccessToken" ? token.grantId : undefined;
  const context = grant === undefined ? undefined : await spaces.find(grant, client);
  return {
    sandbox_time: clock.now(),
    client_version: world.view.get("client", client)?.tokenVersion ?? 0,
    ...(grant === undefined ? {} : { grant }),
    ...(context === undefined ? {} : { space: context.space }),
  };
}
