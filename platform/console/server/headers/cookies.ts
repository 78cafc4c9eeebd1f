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
        ...{ path, secure, httpOnly: true, sameSite: "Lax" as const },
        maxAge: value === undefined ? 0 : maxAgeSeconds,
      }),
  };
}
