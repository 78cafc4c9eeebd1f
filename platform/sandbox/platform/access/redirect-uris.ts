import type { Environment } from "../records/common.js";
import { Refusal } from "../refusal.js";

/** As long as a path of the artifact manifest; browsers and servers accept about as much. */
const longest = 2048;
const mostUris = 50;

/**
 * Why a URI can't be registered as a callback or logout URL, or `undefined` if it can: it must be an HTTPS URL, or in the sandbox
 * environment an HTTP URL of this machine, in normal form and without wildcard, user name, or fragment (§5.1).
 */
export function redirectUriProblem(uri: string, environment: Environment): string | undefined {
  if (uri.length > longest) return `is longer than ${longest} characters`;
  if (uri.includes("*")) return "contains a wildcard";
  if (!URL.canParse(uri)) return "isn't an absolute URL";
  const url = new URL(uri);
  if (url.protocol === "http:" && isLoopback(url)) {
    if (environment === "production") return "must use https";
  } else if (url.protocol !== "https:") return "must use https, or http on this machine in the sandbox";
  if (url.username !== "" || url.password !== "") return "contains a user name or password";
  if (uri.includes("#")) return "contains a fragment";
  if (url.href !== uri && url.href !== `${uri}/`) return `isn't in normal form, which is ${url.href}`;
  return undefined;
}

/** Callback or logout URLs as they are registered. Throws a `Refusal`: `redirect-uri-invalid`. */
export function checkRedirectUris(
  uris: readonly string[],
  { environment, least }: { readonly environment: Environment; readonly least: 0 | 1 },
): readonly string[] {
  const refuse = (message: string) =>
    new Refusal("invalid", "redirect-uri-invalid", { message, clause: "§5.1" });
  if (uris.length < least) throw refuse("The user identity needs at least one callback URL.");
  if (uris.length > mostUris) throw refuse(`There are more than ${mostUris} URLs.`);
  for (const uri of uris) {
    const problem = redirectUriProblem(uri, environment);
    if (problem !== undefined) throw refuse(`The URL ${shown(uri)} ${problem}.`);
  }
  return [...new Set(uris)];
}

/** Web origins, each the origin of a URL that could be registered. Throws a `Refusal`: `origin-invalid`. */
export function checkOrigins(origins: readonly string[], environment: Environment): readonly string[] {
  for (const origin of origins) {
    if (redirectUriProblem(origin, environment) === undefined && new URL(origin).origin === origin) continue;
    throw new Refusal("invalid", "origin-invalid", {
      message: `${shown(origin)} isn't a web origin such as https://shop.example.`,
    });
  }
  return [...new Set(origins)];
}

/** What follows from callback URLs unless it is set: the logout URL and the web origin of each (§5.1). */
export function filledFrom(redirectUris: readonly string[]): {
  readonly logoutUris: readonly string[];
  readonly origins: readonly string[];
} {
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  return { logoutUris: origins.map((origin) => `${origin}/`), origins };
}

const shown = (uri: string): string => JSON.stringify(uri.length > 200 ? `${uri.slice(0, 200)}…` : uri);

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1])$/.test(hostname);
}
