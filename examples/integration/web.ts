/* The product's pages: sign-in as a backend for the frontend, and what the signed-in member may do. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createMemoryTokenStore, createSignIn, type SignInTransaction } from "@oipkit/runtime/oauth";
import type { Product } from "./product.js";
import { mayUse } from "./projection.js";
import type { IntegrationSettings } from "./settings.js";

type Page = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The catalog product that this program sells. */
const product_code = "notes";

/** The pages by path. Tokens stay here; the browser gets only the id of a session (§5.1). */
export function createPages(settings: IntegrationSettings, product: Product): Readonly<Record<string, Page>> {
  const { environment, issuer, userClientId: clientId, publicUrl } = settings;
  const signIn = createSignIn({
    environment,
    issuer,
    clientId,
    redirectUri: `${publicUrl}/callback`,
    scopes: ["openid", "offline_access"],
  });
  const sessions = createMemoryTokenStore();
  const transactions = new Map<string, SignInTransaction>();
  const cookie = (name: string, value: string): string => {
    const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${value === "" ? "; Max-Age=0" : ""}`;
  };
  return {
    async "/sign-in"(_request, response) {
      const { url, transaction } = await signIn.begin({ parameters: { prompt: "consent" } });
      const id = crypto.randomUUID();
      transactions.set(id, transaction);
      redirect(response, url, cookie("sign-in", id));
    },

    async "/callback"(request, response) {
      const id = readCookie(request, "sign-in");
      const transaction = transactions.get(id);
      transactions.delete(id);
      if (transaction === undefined) return redirect(response, "/sign-in");
      const session = await signIn.complete(request.url ?? "", transaction);
      const sessionId = crypto.randomUUID();
      await sessions.set(sessionId, session);
      redirect(response, "/", cookie("session", sessionId), cookie("sign-in", ""));
    },

    async "/"(request, response) {
      const session = await sessions.get(readCookie(request, "session"));
      if (session === undefined) return redirect(response, "/sign-in");
      // The customer's space comes from the signed-in user's own context, never from the browser (§5.5).
      const claims = session.claims ?? {};
      const space = customerSpace(claims);
      const subject = { organization_id: space.organization_id, product_code };
      // A member is found by the membership of its space, neither by `sub` nor by a public alias (§2.5).
      const access = await product.guard.check({ ...subject, subject_id: space.membership_id });
      const projection = product.projection();
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(
        JSON.stringify({
          person: "open_id" in claims ? claims.open_id : undefined,
          organization: space.organization_id,
          mayUse: mayUse(projection, subject, access),
          entitlements: access.kind === "allowed" ? access.entitlements : [],
          subscriptions: [...projection.subscriptions.values()].filter(
            ({ organization }) => organization === space.organization_id,
          ),
        }),
      );
    },

    async "/sign-out"(request, response) {
      const id = readCookie(request, "session");
      const session = await sessions.get(id);
      await sessions.delete(id);
      const url = await signIn.endSessionUrl({ session, postLogoutRedirectUri: `${publicUrl}/goodbye` });
      redirect(response, url ?? "/goodbye", cookie("session", ""));
    },

    async "/goodbye"(_request, response) {
      response.end("Signed out.");
    },
  };
}

/** The customer space of the user context (§2.1). Throws if the claims have none. */
function customerSpace(claims: Readonly<Record<string, unknown>>): {
  organization_id: string;
  membership_id: string;
} {
  const { organization_id, membership_id } = (claims.space ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof organization_id !== "string" || typeof membership_id !== "string")
    throw new Error("the sign-in has no customer space");
  return { organization_id, membership_id };
}

function redirect(response: ServerResponse, location: string, ...cookies: string[]): void {
  response.writeHead(303, { location, "set-cookie": cookies }).end();
}

function readCookie(request: IncomingMessage, name: string): string {
  const all = (request.headers.cookie ?? "").split("; ");
  return all.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
