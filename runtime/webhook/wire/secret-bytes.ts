import { OipkitError } from "../../errors.js";
import { decodeBytes } from "./encoded-bytes.js";
import type { SignatureScheme } from "./signature-scheme.js";

/** A secret or key isn't in the form that the protocol says. Never quotes it. */
export class KeyMalformed extends OipkitError {
  readonly code = "key-malformed";
}

/**
 * The bytes of a secret: the text itself, or what is encoded after the prefix. The prefix may be left out, as some
 * platforms show secrets without it. Throws `KeyMalformed`.
 */
export function secretBytes({ key }: Pick<SignatureScheme, "key">, secret: string): Buffer {
  if (/^\s*-----BEGIN /.test(secret)) {
    throw new KeyMalformed("a secret is a key in PEM, but the protocol signs with a shared secret");
  }
  const { prefix = "", encoding } = key ?? { encoding: "utf8" };
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  if (encoding === "utf8") return Buffer.from(encoded, "utf8");
  const bytes = decodeBytes({ encoding }, encoded);
  if (bytes === undefined) {
    const after = prefix === "" ? "" : ` after \`${prefix}\``;
    throw new KeyMalformed(`a secret isn't canonical ${encoding}${after}`);
  }
  return bytes;
}
