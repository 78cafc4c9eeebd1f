/** Who is signed in, with the tokens that never leave this process (§1, §5.6). */
export interface Session {
  /** The person's id at the issuer. */
  readonly person: string;
  readonly csrfToken: string;
  readonly tokens: Tokens;
  /** When the person last proved who they are, in milliseconds since 1970 of the real time. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
}

/** What the issuer gave. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly id: string | undefined;
  readonly accessExpiresAt: number;
}

/** How long a session lasts, whatever happens: a working day (guessed). */
export const sessionMs = 8 * 60 * 60 * 1000;

/** How recent a verification must be (§5.6, §8). */
export const verificationMs = 5 * 60 * 1000;
