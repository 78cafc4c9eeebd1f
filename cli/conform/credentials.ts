import type { Credentials } from "@oipkit/runtime/webhook";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage.js";

/** Environment variables that hold what platform and receiver share. */
export const credentialVariables = {
  secret: "WEBHOOK_SECRET",
  previousSecret: "WEBHOOK_PREVIOUS_SECRET",
  verificationToken: "WEBHOOK_VERIFICATION_TOKEN",
  encryptKey: "WEBHOOK_ENCRYPT_KEY",
} as const;

/**
 * The credentials in the environment; an empty variable is as good as none. Throws `UsageError` where the secret or
 * the verification token is missing.
 */
export function readCredentials(env: Terminal["env"]): Credentials {
  const { secret, previousSecret, verificationToken, encryptKey } = credentialVariables;
  const missing = [secret, verificationToken].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new UsageError(
      `${missing.join(" and ")} ${missing.length === 1 ? "isn't" : "aren't"} set; give it the value that the receiver has`,
    );
  const previous = env[previousSecret];
  return {
    secrets: [env[secret] ?? "", ...(previous ? [previous] : [])],
    verificationToken: env[verificationToken] ?? "",
    ...(env[encryptKey] ? { encryptKey: env[encryptKey] } : {}),
  };
}

const flagsOfSecrets: Readonly<Record<string, string>> = {
  secret: credentialVariables.secret,
  "webhook-secret": credentialVariables.secret,
  "signing-secret": credentialVariables.secret,
  "previous-secret": credentialVariables.previousSecret,
  token: credentialVariables.verificationToken,
  "verification-token": credentialVariables.verificationToken,
  "encrypt-key": credentialVariables.encryptKey,
};

/** Throws `UsageError` for a secret on the command line, where other users and the shell's history would see it. */
export function refuseSecretFlags(args: readonly string[]): void {
  for (const arg of args) {
    if (arg === "--") return;
    const name = /^--([^=]+)/.exec(arg)?.[1] ?? "";
    if (!Object.hasOwn(flagsOfSecrets, name)) continue;
    throw new UsageError(`--${name}: secrets are no flags; set ${flagsOfSecrets[name]} in the environment`);
  }
}
