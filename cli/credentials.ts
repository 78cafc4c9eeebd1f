import { credentialVariables } from "./options/credentials.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage.js";

/** The secrets that platform and receiver share. */
export interface Credentials {
  /** The current secret and, during a rotation, the previous one. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  readonly encryptKey: string | undefined;
}

/**
 * The credentials in the environment. Throws `UsageError` if the secret or the verification token is missing. `empty`
 * says whether an empty optional variable counts as unset or is an error: a receiver must not run without a key that
 * its operator believes is set.
 */
export function readCredentials(
  env: Terminal["env"],
  { empty }: { readonly empty: "unset" | "error" },
): Credentials {
  const { secret, previousSecret, verificationToken, encryptKey } = credentialVariables;
  const missing = [secret, verificationToken].filter((name) => !env[name]);
  if (missing.length > 0) {
    const verb = missing.length === 1 ? "isn't" : "aren't";
    throw new UsageError(
      `${missing.join(" and ")} ${verb} set; set the same value in the environment of the platform and of the receiver`,
    );
  }
  for (const name of [previousSecret, encryptKey])
    if (empty === "error" && env[name] === "")
      throw new UsageError(`${name} is empty; set a value or unset it`);
  return {
    secrets: [env[secret] ?? "", ...(env[previousSecret] ? [env[previousSecret]] : [])],
    verificationToken: env[verificationToken] ?? "",
    encryptKey: env[encryptKey] || undefined,
  };
}

/** Every credential, to be redacted from output. */
export function allSecrets({ secrets, verificationToken, encryptKey }: Credentials): readonly string[] {
  return [...secrets, verificationToken, ...(encryptKey === undefined ? [] : [encryptKey])];
}
