/** The platform's names of credentials, in both languages. */
export const credentialNames: Readonly<Record<string, string>> = {
  "signing-secret": "HMAC Secret",
  "verification-token": "Verification Token",
  "encrypt-key": "Encrypt Key",
};
