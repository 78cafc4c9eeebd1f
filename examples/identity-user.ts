import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMemoryTokenStore,
  createSignIn,
  IdentityError,
  SessionEndedError,
  type SignInTransaction,
  userCredentials,
} from "@oipkit/runtime/oauth";
import { createClient } from "@oipkit/sdk/platform/client.js";

const { SERVICE_IDENTITY_ISSUER = "", SERVICE_API_BASE = "", CLIENT_ID = "", PUBLIC_URL = "" } = process.env;

const signIn = createSignIn({
  environment: "sandbox",
  issuer: SERVICE_IDENTITY_ISSUER,
  clientId: CLIENT_ID,
  redirectUri: `${PUBLIC_URL}/callback`,
  scopes: ["openid", "offline_access"],
});

// Both stay on the server: the browser gets only a session id.
const sessions = createMemoryTokenStore();
const transactions = new Map<string, SignInTransaction>();

const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
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
    // A new id, because one from before the sign-in might be known to others.
    const sessionId = crypto.randomUUID();
    await sessions.set(sessionId, session);
    redirect(response, "/products", cookie("session", sessionId), cookie("sign-in", ""));
  },

  async "/products"(request, response) {
    const { catalog } = createClient({
      environment: "sandbox",
      issuer: SERVICE_IDENTITY_ISSUER,
      baseUrl: SERVICE_API_BASE,
      credentials: userCredentials({
        signIn,
        store: sessions,
        key: readCookie(request, "session") || "none",
      }),
    });
    const answer = await catalog.listProducts();
    response.writeHead(answer.ok ? 200 : 502, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.ok ? answer.body : { status: answer.status }));
  },

  async "/sign-out"(request, response) {
    const id = readCookie(request, "session");
    const session = await sessions.get(id);
    await sessions.delete(id);
    const url = await signIn.endSessionUrl({ session, postLogoutRedirectUri: `${PUBLIC_URL}/goodbye` });
    redirect(response, url ?? "/goodbye", cookie("session", ""));
  },

  async "/goodbye"(_request, response) {
    response.end("Signed out.");
  },
};

const server = createServer((request, response) => {
  const page = pages[(request.url ?? "").split("?")[0] ?? ""];
  if (page === undefined) return response.writeHead(404).end();
  page(request, response).catch((error: unknown) => {
    if (error instanceof SessionEndedError) return redirect(response, "/sign-in");
    // Identity errors contain no token or code, so they can be logged.
    console.error(error instanceof IdentityError ? `${error.code}: ${error.message}` : error);
    response.writeHead(502).end("The sign-in didn't work. Try again at /sign-in.");
  });
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});

function redirect(response: ServerResponse, location: string, ...cookies: string[]): void {
  response.writeHead(303, { location, "set-cookie": cookies }).end();
}

function cookie(name: string, value: string): string {
  const secure = PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${value === "" ? "; Max-Age=0" : ""}`;
}

function readCookie(request: IncomingMessage, name: string): string {
  const all = (request.headers.cookie ?? "").split("; ");
  return all.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
