import type { EnvironmentVariable } from "./option.js";

/** Environment variables with the secrets that platform and receiver share. */
export const credentialVariables = {
  secret: "WEBHOOK_SECRET",
  verificationToken: "WEBHOOK_VERIFICATION_TOKEN",
  previousSecret: "WEBHOOK_PREVIOUS_SECRET",
  encryptKey: "WEBHOOK_ENCRYPT_KEY",
} as const;

/** Environment variable with the token of a sandbox's control. */
export const tokenVariable = "OIPKIT_SANDBOX_TOKEN";

/** The same variables, described for `--help` and the documentation. */
export const credentials: readonly EnvironmentVariable[] = [
  { name: credentialVariables.secret, description: "the signing secret (required)" },
  {
    name: credentialVariables.verificationToken,
    description: "the verification token (required if the protocol has one)",
  },
  { name: credentialVariables.previousSecret, description: "the previous secret, during a rotation" },
  { name: credentialVariables.encryptKey, description: "the Encrypt Key, if and only if encryption is on" },
];
