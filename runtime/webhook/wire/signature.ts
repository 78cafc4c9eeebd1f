import { type CompiledSignature, compileSignature } from "./compiled-signature.js";
import type { PublicKey } from "./key-pair.js";
import type { MessageProtocol } from "./message-base.js";
import { readMessage } from "./message-fields.js";
import { signMessage, verifyMessage } from "./message-signature.js";
import type { Protocol } from "./protocol.js";
import {
  formatSignatureHeader,
  isFieldText,
  type ReadSignatureHeader,
  signatureHeaderReader,
} from "./signature-header.js";
import { hasKeyPair, type SignatureScheme } from "./signature-scheme.js";
import type { SignedParts } from "./signed-content.js";

/** What to sign, and the secret or the private key (PEM) to sign it with. */
export interface SignOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  readonly secret: string;
  /** Returns that many random bytes, for the salt of RSA-PSS; equal ones give equal signatures. Default: Node's own. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
}

/** A signature to verify, and the keys that may have made it. */
export interface VerifySignatureOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  /** The method of the request, for the signature of an HTTP message. Default: `POST`. */
  readonly method?: string | undefined;
  /** The current secret and, during a rotation, the previous one. Not used by algorithms with a key pair. */
  readonly secrets?: readonly string[] | undefined;
  /** The platform's public keys. Not used by algorithms with a shared secret. */
  readonly publicKeys?: readonly PublicKey[] | undefined;
  /** The signature header's value as received. */
  readonly signature: string;
}

/** A signature scheme with its header, prepared. */
interface PreparedSignature extends CompiledSignature {
  readonly readHeader: ReadSignatureHeader;
  /** Names, in lower case, of the headers that it covers besides those with a role. */
  readonly signedHeaders: readonly string[];
}

const prepared = new WeakMap<SignatureScheme, PreparedSignature>();

/** Prepares a scheme, or returns what was prepared for it before. */
export function prepareSignature(scheme: SignatureScheme): PreparedSignature {
  let found = prepared.get(scheme);
  if (found === undefined) {
    const signedHeaders = scheme.content.flatMap((part) =>
      typeof part === "object" && "header" in part ? [part.header.toLowerCase()] : [],
    );
    found = { ...compileSignature(scheme), readHeader: signatureHeaderReader(scheme), signedHeaders };
    prepared.set(scheme, found);
  }
  return found;
}

/** What to sign, and what `signatureHeaders` needs besides. */
interface SignHeadersOptions extends SignOptions {
  readonly protocol: MessageProtocol;
  /** The method of the request, for the signature of an HTTP message. Default: `POST`. */
  readonly method?: string | undefined;
}

/**
 * The headers that sign a delivery: one or, for the signature of an HTTP message, also what it covers and the digest of the body. For
 * such a message, `header` has every header that is sent. Throws `KeyMalformed`.
 */
export function signatureHeaders(options: SignHeadersOptions): Readonly<Record<string, string>> {
  const { protocol } = options;
  if (protocol.signature.form !== undefined) return signMessage(options);
  return { [protocol.headers.signature]: sign(options) };
}

/** The signature header's value for a delivery, unless it is signed as an HTTP message. Throws `KeyMalformed` for a secret that isn't in the protocol's form. */
export function sign(options: SignOptions): string {
  const { protocol, timestamp } = options;
  return formatSignatureHeader(protocol.signature, [signContent(options)], timestamp);
}

/** The encoded signature alone, for headers of one's own making. Throws `KeyMalformed`. */
export function signContent(options: SignOptions): string {
  return prepareSignature(options.protocol.signature).sign(options.secret, options, options.random);
}

/**
 * Whether one of the keys made one of the signatures in the header. Every key is tried and each comparison
 * takes constant time, so timing reveals neither how close a forgery came nor which key matches.
 * Only the scheme's own encoding in its canonical form is a signature, and no signature covers a header's value
 * with other characters than visible ASCII and spaces. Throws `KeyMalformed`.
 */
export function verifySignature(options: VerifySignatureOptions): boolean {
  const { protocol, secrets = [], publicKeys = [], signature, ...parts } = options;
  if (protocol.signature.form !== undefined) return isSignedMessage(options);
  const scheme = prepareSignature(protocol.signature);
  const presented = scheme.readHeader(signature);
  if (presented === undefined || presented.signatures.length === 0) return false;
  const {
    timestamp = presented.timestamp,
    nonce = "",
    deliveryId = "",
    eventId = "",
    eventType = "",
  } = parts;
  if (![timestamp, nonce, deliveryId, eventId, eventType].every(isFieldText)) return false;
  const keys = hasKeyPair(protocol.signature.algorithm) ? publicKeys : secrets;
  return scheme.verify(keys, { ...parts, timestamp }, presented.signatures);
}

/** The headers of a message without those of the protocol, since the options have the signature's value and name none. */
function isSignedMessage(options: VerifySignatureOptions): boolean {
  const { secrets = [], publicKeys = [], signature, body, url, method } = options;
  const { signature: scheme, headers } = options.protocol as MessageProtocol;
  const protocol = { signature: scheme, headers: headers ?? { signature: "Signature" } };
  const header = (name: string): string | null =>
    name === protocol.headers.signature.toLowerCase() ? signature : (options.header?.(name) ?? null);
  const message = readMessage(protocol, header);
  if (message === undefined) return false;
  const keys = hasKeyPair(scheme.algorithm) ? publicKeys : secrets;
  return verifyMessage({ protocol, keys, message, body, url, method, header });
}
