import type { TokenProblem } from "../context.js";

/** Longer ones aren't verified: a token of an issuer of the sandbox has less than a kilobyte (guessed: eight times as much). */
const longestToken = 8192;

/** The token of an `authorization` header, or what is wrong with the header. */
export function bearerToken(authorization: string | null): string | TokenProblem {
  if (authorization === null || authorization === "") return { kind: "missing" };
  if (authorization.length > longestToken) return { kind: "malformed" };
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1] ?? { kind: "malformed" };
}
