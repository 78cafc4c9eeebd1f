import { generateKeyPairSync } from "node:crypto";
import type { Protocol } from "@oipkit/runtime/webhook";

/** Credentials of a new project, for development. */
export interface NewCredentials {
  /** In the protocol's form: a shared secret, or a private key in PEM. */
  readonly secret: string;
  /** In PEM; absent for a shared secret. */
  readonly publicKey: string | undefined;
  readonly token: string;
}

/** Makes the credentials that a protocol uses. `random` returns that many random bytes. */
export function newCredentials(
  { signature }: Pick<Protocol, "signature">,
  random: (size: number) => Buffer,
): NewCredentials {
  const token = random(32).toString("base64url");
  if (!isShared({ signature })) return { ...keyPair(signature), token };
  const { prefix = "", encoding } = signature.key ?? { encoding: "utf8" };
  return {
    secret: prefix + random(32).toString(encoding === "utf8" ? "base64url" : encoding),
    publicKey: undefined,
    token,
  };
}

/** Whether both sides have the same secret. */
export function isShared({ signature }: Pick<Protocol, "signature">): boolean {
  return signature.algorithm.startsWith("hmac-");
}

function keyPair({ algorithm }: Protocol["signature"]): Pick<NewCredentials, "secret" | "publicKey"> {
  const { privateKey, publicKey } =
    algorithm === "ed25519"
      ? generateKeyPairSync("ed25519")
      : algorithm === "ecdsa-p256-sha256"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    secret: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
  };
}
