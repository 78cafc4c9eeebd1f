import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { createCommands } from "./api/commands.js";
import { apiPath, apiServer } from "./api/serve-api.js";
import { assetServer } from "./assets/serve-assets.js";
import type { ConsoleOptions } from "./console-options.js";
import type { ConsoleContext } from "./context.js";
import { createControl } from "./create-control.js";
import { cookiesAt, noStore, secured } from "./headers.js";
import { createIssuer, tokenEndpoints } from "./issuer.js";
import { createLogFeed } from "./log-feed.js";
import { callbackPath, home, signInPath, signInRoutes, verifyPath } from "./serve-sign-in.js";
import { createSessions } from "./sessions.js";

/** The backend of a Console. */
export interface Console {
  /** Answers `/` and everything below `/console/`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends all sessions and streams. */
  readonly close: () => void;
}

/** The backend for the frontend of the Developer Console: it keeps the tokens, and the browser gets what it may show (§1, §5.6). */
export function createConsole(options: ConsoleOptions): Console {
  const { origin, control, now = Date.now, random = randomBytes, onFailure = () => {} } = options;
  const context: ConsoleContext = {
    origin,
    now,
    random,
    onFailure,
    control: createControl(control),
    issuer: createIssuer(options, `${origin}${callbackPath}`),
    sessions: createSessions({ now, random }),
    commands: createCommands(),
    feed: createLogFeed(control),
    findTokenEndpoint: tokenEndpoints(options.fetch ?? fetch),
  };
  const cookies = cookiesAt(origin);
  const signIn = signInRoutes(context, cookies);
  const api = apiServer(context, cookies);
  const assets = assetServer(options.app);
  const app = new Hono();
  app.get("/", () => new Response(null, { status: 302, headers: { location: home, ...noStore } }));
  app.get("/console", () => new Response(null, { status: 302, headers: { location: home, ...noStore } }));
  app.get(signInPath, ({ req }) => signIn.begin(req.raw));
  app.get(verifyPath, ({ req }) => signIn.begin(req.raw));
  app.get(callbackPath, ({ req }) => signIn.finish(req.raw));
  app.all(`${apiPath}/*`, async ({ req }) => secured(await api(req.raw), noStore));
  app.get("/console/*", ({ req }) => assets(req.raw));
  app.notFound(() =>
    Response.json({ code: "path-unknown", message: "nothing is served at this path" }, { status: 404 }),
  );
  app.onError((failure) => {
    onFailure(failure);
    return Response.json(
      { code: "failed", message: "the Console failed; the sandbox's log says why" },
      { status: 500 },
    );
  });
  const { host } = new URL(origin);
  return {
    async fetch(request) {
      // Another name of this machine has other cookies, and isn't the one that the issuer sends browsers back to.
      const asked = request.headers.get("host");
      const { pathname, search } = new URL(request.url);
      if (asked !== null && asked !== host && request.method === "GET" && !pathname.startsWith(`${apiPath}/`))
        return secured(
          new Response(null, {
            status: 307,
            headers: { location: `${origin}${pathname}${search}`, ...noStore },
          }),
        );
      return secured(await app.fetch(request));
    },
    close() {
      context.sessions.close();
      context.feed.close();
    },
  };
}
