import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { createProvider, signInPath } from "./provider/create-provider.js";
import type { IssuerContext } from "./provider/issuer-context.js";
import { createChosenSpaces } from "./provider/spaces.js";
import { serveUserinfo, userinfoPath } from "./serve-userinfo.js";
import { serveSignIn } from "./sign-in/serve-sign-in.js";
import type { createVerifier } from "./tokens/verify.js";

/** Answers a request whose path is the issuer's or below. */
export type IssuerListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One issuer. The OpenID provider is made when it is first needed, and again when its keys change. */
export function createIssuer(
  context: IssuerContext,
  verify: ReturnType<typeof createVerifier>,
): IssuerListener {
  const spaces = createChosenSpaces(context);
  let made: { readonly kids: string; readonly provider: Promise<Provider> } | undefined;

  const current = async (): Promise<Provider> => {
    const kids = (await context.keys.signing()).map(({ kid }) => kid).join();
    if (made?.kids !== kids) made = { kids, provider: createProvider(context, spaces) };
    const { provider } = made;
    provider.catch(() => (made = undefined));
    return await provider;
  };

  return async (request, response) => {
    const url = request.url ?? "/";
    const below = url.slice(context.path.length);
    const path = below.replace(/\?.*$/s, "");
    if (path === userinfoPath && request.method !== "OPTIONS") {
      const token = /^Bearer ([^\s]+\.[^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
      const verified = token === undefined ? undefined : await verify(token);
      if (verified !== undefined && !("problem" in verified))
        return serveUserinfo(context, verified, { request, response });
    }
    const provider = await current();
    if (path.startsWith(signInPath))
      return await serveSignIn({ context, provider, spaces }, request, response);
    // The library takes a secret from this header, too; the platform shows it in the form alone (§4.1).
    if (path === "/token") delete request.headers.authorization;
    // Its routes don't know where it is mounted; its links find out by `originalUrl`.
    Object.assign(request, { originalUrl: url });
    // They have the issuer's origin, whatever a request says.
    request.headers.host = new URL(context.issuer).host;
    request.url = below.startsWith("/") ? below : `/${below}`;
    await provider.callback()(request, response);
  };
}
