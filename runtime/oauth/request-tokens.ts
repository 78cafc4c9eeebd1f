import { type AuthorizationServer, processGenericTokenEndpointResponse } from "oauth4webapi";
import { answeredObject, askIssuer, type RequestOptions } from "./ask-issuer.js";
import type { Issuer } from "./discovery.js";
import { TokenRequestError } from "./errors.js";
import { isSendable, type Tokens } from "./tokens.js";

/** The response of a token endpoint; the ID token is not validated yet. */
type TokenAnswer = Pick<
  Tokens,
  "accessToken" | "requestedAt" | "expiresAt" | "scopes" | "refreshToken" | "idToken"
>;

/** Longest accepted lifetime, in seconds: beyond it a time is no longer a safe integer of milliseconds. */
const longestLifetime = 100 * 365 * 24 * 60 * 60;

/**
 * Sends a grant to the token endpoint of the discovery document and reads the answer of RFC 6749, section 5. Throws
 * `TokenRequestError` and what discovery throws.
 */
export async function requestTokens(
  issuer: Issuer,
  clientId: string,
  {
    grant,
    signal,
  }: {
    grant: (metadata: AuthorizationServer, options: RequestOptions) => Promise<Response>;
    signal: AbortSignal | undefined;
  },
): Promise<TokenAnswer> {
  const metadata = await issuer.metadata(signal);
  const requestedAt = issuer.now();
  const failure = (facts: ConstructorParameters<typeof TokenRequestError>[1]) =>
    new TokenRequestError(issuer.issuer, facts);
  return await askIssuer(
    issuer,
    async (options) => {
      const { response, idToken } = await withoutIdToken(await grant(metadata, options));
      const answer = await processGenericTokenEndpointResponse(metadata, { client_id: clientId }, response);
      if (answer.token_type !== "bearer") throw failure({ reason: "unsupported", detail: "the token type" });
      if (!isSendable(answer.access_token))
        throw failure({
          reason: "malformed",
          detail: "the token contains characters that a header can't hold",
        });
      const lifetime = answer.expires_in;
      return {
        accessToken: answer.access_token,
        requestedAt,
        ...(lifetime !== undefined && {
          expiresAt: requestedAt + Math.min(Math.max(lifetime, 0), longestLifetime) * 1000,
        }),
        ...(answer.scope !== undefined && { scopes: answer.scope.split(" ").filter(Boolean).sort() }),
        ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
        ...(idToken !== undefined && { idToken }),
      };
    },
    { signal, failure },
  );
}

/**
 * Takes the ID token out, so that it is validated in one place only, signature first; an application identity
 * doesn't need it.
 */
async function withoutIdToken(response: Response): Promise<{ response: Response; idToken?: string }> {
  const { id_token: idToken, ...rest } = await answeredObject(response);
  if (idToken === undefined) return { response };
  const copy = new Response(JSON.stringify(rest), response);
  if (typeof idToken === "string") return { response: copy, idToken };
  return { response: copy };
}
