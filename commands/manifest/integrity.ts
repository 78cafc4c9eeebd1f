import { ManifestError } from "./errors.js";

/**
 * The value of `integrity` (Subresource Integrity) for a digest in a manifest, with which a browser refuses any other content.
 * Throws `ManifestError` unless it is 64 hexadecimal digits.
 */
export function integrityOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/i.test(sha256))
    throw new ManifestError("options-conflict", "a digest must have 64 hexadecimal digits");
  return `sha256-${Buffer.from(sha256, "hex").toString("base64")}`;
}
