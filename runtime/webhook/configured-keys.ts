import type { ReceiverOptions } from "./options.js";
import { hasKeyPair } from "./wire/algorithms.js";
import type { VerificationKey } from "./wire/compiled-signature.js";
import { publicKeyList } from "./wire/key-set.js";

/** The keys to verify with, of the kind that the protocol's algorithm needs, or a function that returns them. */
export function configuredKeys({
  protocol,
  secrets = [],
  publicKeys = [],
}: Pick<ReceiverOptions<never, never, never>, "protocol" | "secrets" | "publicKeys">):
  | readonly VerificationKey[]
  | (() => Promise<readonly VerificationKey[]> | readonly VerificationKey[]) {
  const { signature } = protocol;
  if (!hasKeyPair(signature.algorithm)) return secrets;
  if (typeof publicKeys !== "function") return publicKeyList(signature, publicKeys);
  return async () => publicKeyList(signature, await publicKeys());
}
