/** Longer than any issuer of this machine takes. */
const timeoutMs = 3000;

/** Reads token endpoints from discovery documents, each once. */
export function tokenEndpoints(send: typeof fetch): (issuer: string) => Promise<string | null> {
  const known = new Map<string, string>();
  return async (issuer) => {
    const found = known.get(issuer);
    if (found !== undefined) return found;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await send(`${issuer}/.well-known/openid-configuration`, { redirect: "error", signal });
      const document = (await answer.json()) as {
        readonly issuer?: unknown;
        readonly token_endpoint?: unknown;
      };
      if (document.issuer !== issuer || typeof document.token_endpoint !== "string") return null;
      known.set(issuer, document.token_endpoint);
      return document.token_endpoint;
    } catch {
      return null;
    }
  };
}
