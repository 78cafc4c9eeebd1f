import { type CompiledSignature, compileSignature, type VerificationKey } from "./compiled-signature.js";
import {
  componentList,
  contentDigest,
  coveredComponents,
  digestHeader,
  type MessageParts,
  type MessageProtocol,
  matchesDigest,
  signatureBase,
} from "./message-base.js";
import type { PresentedMessage } from "./message-fields.js";
import type { SignatureScheme } from "./signature-scheme.js";
import { structuredFields } from "./structured-fields.js";

/** Label of a signature if the protocol has none. */
const defaultLabel = "sig1";

/** What to sign as RFC 9421 says, and the key to sign with. */
export interface SignMessageOptions extends MessageParts {
  readonly protocol: MessageProtocol;
  /** The secret, or the private key. */
  readonly secret: string;
  /** The time of signing in seconds since 1970; absent if the protocol has none. */
  readonly timestamp?: string | undefined;
  readonly nonce?: string | undefined;
  /** Returns that many random bytes, for the salt of RSA-PSS. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
}

/**
 * The headers of a signed message (RFC 9421): its signature, what that covers and, if it covers the body, a digest (RFC 9530).
 * Throws `KeyMalformed`.
 */
export function signMessage(options: SignMessageOptions): Readonly<Record<string, string>> {
  const { protocol, secret, timestamp = "", nonce, random } = options;
  const components = coveredComponents(protocol);
  const list = componentList(components, messageParameters(protocol.signature, { timestamp, nonce }));
  const digest = contentDigest(options.body);
  const header = (name: string): string | null =>
    name === digestHeader ? digest : (options.header?.(name) ?? null);
  const base = signatureBase({ components, parameters: list, parts: { ...options, header } });
  const bytes = base ?? Buffer.alloc(0);
  const label = protocol.signature.label ?? defaultLabel;
  const signature = messageBytes(protocol.signature).sign(secret, { body: bytes }, random);
  return {
    ...(components.includes(digestHeader) && { "Content-Digest": digest }),
    "Signature-Input": `${label}=${list}`,
    [protocol.headers.signature]: `${label}=:${signature}:`,
  };
}

/** The values of the parameters that change from message to message. */
interface ParameterValues {
  /** Seconds since 1970, in digits; empty if there is none. */
  readonly timestamp: string;
  readonly nonce?: string | undefined;
}

/** The parameters of a signature as text, each after a semicolon. */
export function messageParameters(
  { algorithm, parameters = {} }: SignatureScheme,
  { timestamp, nonce }: ParameterValues,
): string {
  const { keyid, alg, tag, expiresSeconds } = parameters;
  const { serializeString } = structuredFields();
  let text = timestamp === "" ? "" : `;created=${timestamp}`;
  if (expiresSeconds !== undefined && /^\d+$/.test(timestamp))
    text += `;expires=${Number(timestamp) + expiresSeconds}`;
  if (nonce !== undefined && nonce !== "") text += `;nonce=${serializeString(nonce)}`;
  if (keyid !== undefined) text += `;keyid=${serializeString(keyid)}`;
  if (alg === true) text += `;alg=${serializeString(algorithm)}`;
  if (tag !== undefined) text += `;tag=${serializeString(tag)}`;
  return text;
}

/** A message to verify, as it was read. */
interface VerifyMessageOptions extends MessageParts {
  readonly protocol: MessageProtocol;
  readonly keys: readonly VerificationKey[];
  readonly message: PresentedMessage;
}

/** Whether one of the keys made one of the signatures, and the digest is that of the body. Throws `KeyMalformed`. */
export function verifyMessage({ protocol, keys, message, ...parts }: VerifyMessageOptions): boolean {
  const compiled = messageBytes(protocol.signature);
  let isSigned = false;
  for (const { components, parameters, signature } of message.signatures) {
    const base = signatureBase({ components, parameters, parts });
    if (base === undefined) continue;
    const isDigested =
      !components.includes(digestHeader) || matchesDigest(parts.body, parts.header?.(digestHeader));
    if (compiled.verify(keys, { body: base }, [signature]) && isDigested) isSigned = true;
  }
  return isSigned;
}

const compiled = new WeakMap<SignatureScheme, CompiledSignature>();

/** The scheme's algorithm for bytes, prepared. */
function messageBytes(scheme: SignatureScheme): CompiledSignature {
  let found = compiled.get(scheme);
  if (found === undefined) {
    found = compileSignature({ ...scheme, content: ["body"], separator: "", prefix: "", encoding: "base64" });
    compiled.set(scheme, found);
  }
  return found;
}
