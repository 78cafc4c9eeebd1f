/** Where the page begins. */
export const home = "/console/";

/** Longer than any address of the page. */
const longest = 2000;

/**
 * Where to return after a sign-in: a path below `/console/` of this origin, and never anything else. Parts that a browser would read in
 * another way than this function are refused as a whole.
 */
export function returnTo(asked: string | null | undefined, origin: string): string {
  if (asked === null || asked === undefined || asked.length > longest) return home;
  if (!asked.startsWith(home) || /[\\\p{Cc}]/u.test(asked) || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  if (url.origin !== origin || !url.pathname.startsWith(home)) return home;
  const isOwn = /^\/console\/(?:api|sign-in)(?:\/|$)/.test(url.pathname);
  return isOwn ? home : `${url.pathname}${url.search}${url.hash}`;
}
