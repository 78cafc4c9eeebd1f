import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import type { Cookies } from "../headers.js";
import { signInPath, verifyPath } from "../serve-sign-in.js";
import { type OpenSession, verificationMs } from "../sessions.js";
import { ownApplications, readViewer, spaceShown } from "../viewer.js";

const mostApplications = 100;

/** The operations of the session itself, which somebody who isn't signed in may ask, too. */
export function sessionHandlers(context: ConsoleContext, cookies: Cookies) {
  const { control, sessions, issuer, now } = context;
  const base = (): Pick<Schemas["Session"], "sign_in_url" | "verify_url" | "real_now" | "features"> => ({
    sign_in_url: signInPath,
    verify_url: verifyPath,
    real_now: iso(now()),
    features: { sandbox: true, support: true },
  });
  const signedOut = (): Schemas["Session"] => ({
    ...base(),
    signed_in: false,
    person: null,
    epoch: null,
    csrf_token: null,
    organizations: [],
    environments: [],
    applications: [],
    authenticated_at: null,
    verified_until: null,
    expires_at: null,
    clock: null,
    live_after: 0,
  });
  const signedIn = async (open: OpenSession): Promise<Schemas["Session"]> => {
    const viewer = await readViewer(context, open);
    const [state, applications] = await Promise.all([
      unwrap(control.state.read()),
      ownApplications(context, viewer),
    ]);
    const { session } = open;
    return {
      ...base(),
      signed_in: true,
      person: viewer.person,
      epoch: sessions.accountEpoch(session.person),
      csrf_token: session.csrfToken,
      organizations: viewer.spaces.map(spaceShown),
      environments: state.issuers.map(({ environment, issuer: url }) => ({
        environment,
        issuer: url,
        api_url: environment === "sandbox" ? state.api_url : state.production_api_url,
      })),
      applications: applications.slice(0, mostApplications).map((each) => {
        const { application_id, name, environment, organization_id, status } = each;
        return { application_id, name, environment, organization_id, status };
      }),
      authenticated_at: iso(session.authenticatedAt),
      verified_until: iso(session.authenticatedAt + verificationMs),
      expires_at: iso(session.expiresAt),
      clock: state.clock,
      live_after: state.latest_log_entry,
    };
  };
  return {
    async read(open: OpenSession | undefined): Promise<Response> {
      if (open === undefined) return Response.json(signedOut());
      try {
        return Response.json(await signedIn(open));
      } catch (error) {
        if (error instanceof ConsoleRefusal && error.status === 401) return Response.json(signedOut());
        throw error;
      }
    },
    async signOut({ key, session }: OpenSession): Promise<Response> {
      sessions.end(key);
      const { refresh } = session.tokens;
      // The session here is over, whether the issuer answers or not.
      const [url] = await Promise.all([
        issuer.endSessionUrl().catch(() => null),
        refresh === undefined ? undefined : issuer.revoke(refresh).catch(() => {}),
      ]);
      const headers = { "set-cookie": cookies.write(cookies.session, undefined, 0) };
      return Response.json({ end_session_url: url } satisfies Schemas["SignedOut"], { headers });
    },
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
