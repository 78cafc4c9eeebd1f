/** The active credentials of an application, opened to sign with. Never stored, logged or printed. */
export interface SigningCredentials {
  readonly signingSecret: string;
  readonly signingSecretVersion: number;
  /** Set if the protocol has a token. */
  readonly verificationToken?: string | undefined;
  /** Set if the protocol has encryption; used only while the endpoint asks for it. */
  readonly encryptKey?: string | undefined;
}

/** Where the engine gets credentials from for an attempt. Rejects with `credential-missing` or `key-missing`. */
export type CredentialSource = (application: string) => Promise<SigningCredentials>;
