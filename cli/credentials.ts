import { credentialVariables } from "./options/credentials.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage.js";

/** What platform and receiver share. */
export interface Credentials {
  /** The current secret, and during a rotation the previous one. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  readonly encryptKey: string | undefined;
}

/**
 * The credentials in the environment. Throws `UsageError` if the secret or the verification token is missing. An
 * optional variable that is set to nothing is as good as unset, or, for a receiver that would then run without what its
 * operator believes it has, an error too.
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
      `${missing.join(" and ")} ${verb} set; platform and receiver need the same value in the environment`,
    );
  }
  for (const name of [previousSecret, encryptKey])
    if (empty === "error" && env[name] === "")
      throw new UsageError(`${name} is empty; set it to a value, or unset it`);
  return {
    secrets: [env[secret] ?? "", ...(env[previousSecret] ? [env[previousSecret]] : [])],
    verificationToken: env[verificationToken] ?? "",
    encryptKey: env[encryptKey] || undefined,
  };
}

/** Every credential, for what must never show them. */
export function allSecrets({ secrets, verificationToken, encryptKey }: Credentials): readonly string[] {
  return [...secrets, verificationToken, ...(encryptKey === undefined ? [] : [encryptKey])];
}
