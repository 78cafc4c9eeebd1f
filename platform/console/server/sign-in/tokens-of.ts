import type { Tokens } from "../session/session.js";

interface Granted {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
  readonly expires_in?: number | undefined;
}

/** Of an issuer that doesn't say how long a token lasts. */
const usualSeconds = 300;

/** The tokens of an answer; what it leaves out stays as it was. */
export function tokensOf(granted: Granted, now: number, before?: Tokens): Tokens {
  return {
    access: granted.access_token,
    refresh: granted.refresh_token ?? before?.refresh,
    id: granted.id_token ?? before?.id,
    accessExpiresAt: now + (granted.expires_in ?? usualSeconds) * 1000,
  };
}
