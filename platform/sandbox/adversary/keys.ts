import type { SigningCredentials } from "@oipkit/delivery";

/** What a receiver has to know at one time. */
export interface ReceiverSecrets {
  readonly secret: string;
  /** Still good, or not active yet. */
  readonly previousSecret?: string | undefined;
  readonly verificationToken?: string | undefined;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
}

/** Tells a receiver its secrets; resolves once it can read them. */
export type HandOver = (secrets: ReceiverSecrets) => Promise<void>;

/** What requests are made with now. */
export interface Keys {
  /** The active one. */
  readonly signingSecret: string;
  /** The latest one that no receiver may accept any more. */
  readonly retired?: string | undefined;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
  readonly verificationToken?: string | undefined;
}

/** The keys as a run begins. */
export function keysOf(
  { signingSecret, verificationToken, encryptKey }: SigningCredentials,
  isEncrypted: boolean,
): Keys {
  return { signingSecret, verificationToken, ...(isEncrypted && { encryptKey }) };
}
