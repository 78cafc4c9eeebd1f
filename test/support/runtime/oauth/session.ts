import type { UserSession } from "../../../../runtime/oauth/index.js";
import { standInClient } from "./stand-in-issuer.js";

/** A session of the stand-in issuer, begun at `time` and valid for ten minutes. */
export const sessionAt = (time: number, over: Partial<UserSession> = {}): UserSession => ({
  environment: "sandbox",
  issuer: "https://issuer.example",
  clientId: standInClient.clientId,
  accessToken: "access-1",
  requestedAt: time,
  expiresAt: time + 600_000,
  refreshToken: "refresh-1",
  idToken: "a.b.c",
  claims: {
    iss: "https://issuer.example",
    sub: "ada",
    aud: standInClient.clientId,
    exp: 2,
    iat: 1,
    nonce: "n",
  },
  ...over,
});
