/** What is wrong with a URL that people return to. */
export type UrlProblem = "invalid" | "wildcard" | "http" | "fragment" | "credentials" | "origin" | "twice";

/** Checks a redirect or logout URL as the platform does: exact, HTTPS, no wildcards; `http` for addresses of this machine alone. */
export function urlProblem(text: string): UrlProblem | undefined {
  if (text.includes("*")) return "wildcard";
  if (!URL.canParse(text)) return "invalid";
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (protocol === "http:" ? !isThisMachine(hostname) : protocol !== "https:")
    return protocol === "http:" ? "http" : "invalid";
  if (hash !== "" || text.includes("#")) return "fragment";
  return username === "" && password === "" ? undefined : "credentials";
}

/** The same for a web origin, which has no path. */
export function originProblem(text: string): UrlProblem | undefined {
  const problem = urlProblem(text);
  if (problem !== undefined) return problem;
  return new URL(text).origin === text.replace(/\/$/, "") ? undefined : "origin";
}

/** The problem of each text of a list, by its place. Empty ones have none: they are left out. */
export function listProblems(
  texts: readonly string[],
  check: (text: string) => UrlProblem | undefined,
): readonly (UrlProblem | undefined)[] {
  return texts.map((text, index) => {
    if (text.trim() === "") return undefined;
    return check(text.trim()) ?? (texts.indexOf(text) < index ? "twice" : undefined);
  });
}

/** The texts that aren't empty. */
export function filled(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
