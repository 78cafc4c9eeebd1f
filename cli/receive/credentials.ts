import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage.js";

/** What the receiver shares with the sender. */
export interface ReceiverCredentials {
  /** The current secret, and during a rotation the previous one. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  readonly encryptKey: string | undefined;
}

const variables = {
  secret: "WEBHOOK_SECRET",
  previous: "WEBHOOK_PREVIOUS_SECRET",
  token: "WEBHOOK_VERIFICATION_TOKEN",
  key: "WEBHOOK_ENCRYPT_KEY",
} as const;

/** Reads the credentials. Throws `UsageError` where one is missing, or set to nothing. */
export function readCredentials(env: Terminal["env"]): ReceiverCredentials {
  const required = (name: string, what: string): string => {
    const value = env[name];
    if (value) return value;
    throw new UsageError(`${name} isn't set: the environment has to hold ${what}`);
  };
  const optional = (name: string, off: string): string | undefined => {
    if (env[name] === "") throw new UsageError(`${name} is empty; unset it where ${off}`);
    return env[name];
  };
  const secret = required(variables.secret, "the signing secret");
  const previous = optional(variables.previous, "no secret is being rotated");
  return {
    secrets: previous === undefined ? [secret] : [secret, previous],
    verificationToken: required(variables.token, "the verification token"),
    encryptKey: optional(variables.key, "encryption is off"),
  };
}

/** Every credential, for what must never show them. */
export function allSecrets({
  secrets,
  verificationToken,
  encryptKey,
}: ReceiverCredentials): readonly string[] {
  return [...secrets, verificationToken, ...(encryptKey === undefined ? [] : [encryptKey])];
}

/** Throws `UsageError` for a flag that looks like a secret: all users of a machine see command lines. */
export function refuseSecretFlags(args: readonly string[]): void {
  const flag = args
    .map((arg) => /^--?([^=]*)/.exec(arg)?.[1] ?? "")
    .find((name) => /secret|token|key/i.test(name));
  if (flag === undefined) return;
  const variable = /prev/i.test(flag)
    ? variables.previous
    : /token/i.test(flag)
      ? variables.token
      : /key/i.test(flag)
        ? variables.key
        : variables.secret;
  throw new UsageError(
    `--${flag} isn't an option: a secret on a command line is seen by everybody on the machine; set ${variable} in the environment`,
  );
}
