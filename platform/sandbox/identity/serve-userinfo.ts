import type { IncomingMessage, ServerResponse } from "node:http";
import { type UserContext, userContext } from "../platform/access/index.js";
import { Refusal, type View } from "../platform/draft.js";
import { consentId } from "../platform/records/records.js";
import { claimsByScope, personClaims } from "./provider/claims.js";
import type { IssuerContext } from "./provider/issuer-context.js";
import type { VerifiedToken } from "./verify.js";

/** Where the issuer's userinfo endpoint is, below its path. */
export const userinfoPath = "/me";

/**
 * Answers userinfo for a user's token of an API product, which the library accepts only without an audience: "the current Application's user
 * authentication; no additional API product" (§4.4).
 */
export function serveUserinfo(
  { world, environment }: IssuerContext,
  token: VerifiedToken,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  const { application, person: id = "", membership = "" } = token;
  const person = world.view.get("person", id);
  const consent = world.view.get("consent", consentId(application, id));
  const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    const { origin } = request.headers;
    const isAllowed =
      origin !== undefined && world.view.get("client", token.client)?.origins.includes(origin);
    response
      .writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        ...(isAllowed ? { "access-control-allow-origin": origin, vary: "Origin" } : {}),
        ...headers,
      })
      .end(JSON.stringify(body));
  };
  const refuse = (status: 401 | 403, error: string): void =>
    answer(status, { error }, { "www-authenticate": `Bearer error="${error}"` });

  const context = contextIn(world.view, { application, membership });
  if (token.environment !== environment || person === undefined || context === undefined)
    refuse(401, "invalid_token");
  else if (consent?.status !== "active" || !consent.scopes.includes("openid"))
    refuse(403, "insufficient_scope");
  else {
    const names = Object.entries(claimsByScope).flatMap(([scope, own]) =>
      consent.scopes.includes(scope) ? own : [],
    );
    const claims = Object.entries(personClaims(person, context));
    answer(200, Object.fromEntries(claims.filter(([name]) => names.includes(name))));
  }
}

/** `undefined` if the space was closed: there is no other one without a new sign-in (§5.6). */
function contextIn(view: View, member: Parameters<typeof userContext>[1]): UserContext | undefined {
  try {
    return userContext(view, member);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
