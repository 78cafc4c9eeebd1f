import { parse, serialize } from "hono/utils/cookie";

/** The cookies of the Console; no script can read them. */
export interface Cookies {
  readonly session: string;
  /** Of a sign-in that is under way. */
  readonly signIn: string;
  readonly read: (headers: Headers, name: string) => string | undefined;
  /** The value of `Set-Cookie`; without a value it removes the cookie. */
  readonly write: (name: string, value: string | undefined, maxAgeSeconds: number) => string;
}

/**
 * The cookies at an origin. Over HTTPS, their names say that only this host set them; at this machine they name the port, since browsers
 * keep cookies of all ports together.
 */
export function cookiesAt(origin: string): Cookies {
  const { protocol, port } = new URL(origin);
  const secure = protocol === "https:";
  const suffix = secure || port === "" ? "" : `_${port}`;
  // `__Host-` demands the path `/`.
  const [prefix, path] = secure ? ["__Host-", "/"] : ["", "/console"];
  return {
    session: `${prefix}oipkit_console${suffix}`,
    signIn: `${prefix}oipkit_console_sign_in${suffix}`,
    read: (headers, name) => parse(headers.get("cookie") ?? "", name)[name],
    write: (name, value, maxAgeSeconds) =>
      serialize(name, value ?? "", {
        path,
        secure,
        httpOnly: true,
        sameSite: "Lax" as const,
        maxAge: value === undefined ? 0 : maxAgeSeconds,
      }),
  };
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What every answer has. No code or style of another place or inside a document is run. */
const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Of answers that may hold something that isn't everybody's: kept nowhere. */
export const noStore = { "cache-control": "no-store" } as const;

/** An answer with the headers of security, and those given. */
export function secured(answer: Response, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...securityHeaders, ...more }))
    if (!headers.has(name)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
