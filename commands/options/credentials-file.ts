import type { Terminal } from "../terminal/terminal.js";
import { credentialVariables } from "./credentials.js";
import { UsageError } from "./option.js";

/** The secrets that platform and receiver share. */
export interface ReceiverCredentials {
  /** The current secret and, during a rotation, the previous one. */
  readonly secrets: readonly string[];
  /** Empty if the protocol has none. */
  readonly verificationToken: string;
  readonly encryptKey: string | undefined;
}

/**
 * The credentials in the environment. Throws `UsageError` if the secret is missing, or the verification token of a protocol
 * that has one (`hasToken`, default: yes). `empty` says whether an empty optional variable counts as unset or is an error: a
 * receiver must not run without a key that its operator believes is set.
 */
export function readCredentials(
  env: Terminal["env"],
  { empty, hasToken = true }: { readonly empty: "unset" | "error"; readonly hasToken?: boolean },
): ReceiverCredentials {
  const { secret, previousSecret, verificationToken, encryptKey } = credentialVariables;
  const missing = [secret, ...(hasToken ? [verificationToken] : [])].filter((name) => !env[name]);
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
export function allSecrets({
  secrets,
  verificationToken,
  encryptKey,
}: ReceiverCredentials): readonly string[] {
  return [...secrets, verificationToken, encryptKey ?? ""].filter((text) => text !== "");
}
