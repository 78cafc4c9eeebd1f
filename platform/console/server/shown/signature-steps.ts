import type { components } from "../../generated/sandbox/types.js";
import type { Schemas } from "../api/schemas.js";

/** A request and its answer, as the control remembers it. */
export type Exchange = components["schemas"]["Exchange"];

const names = {
  timestamp: "x-svc-request-timestamp",
  nonce: "x-svc-request-nonce",
  signature: "x-svc-signature",
} as const;

/** How a request was signed, step by step (§6.2), with everything but the secret; `null` if a header is missing. */
export function signatureSteps(
  { headers, body_bytes, body_sha256 }: Exchange,
  secretVersion: number,
): Schemas["SignatureSteps"] | null {
  const found = (name: string) => headers.find((header) => header.name.toLowerCase() === name);
  const [timestamp, nonce, header] = [found(names.timestamp), found(names.nonce), found(names.signature)];
  if (timestamp === undefined || nonce === undefined || header === undefined) return null;
  const prefix = `${timestamp.value}\n${nonce.value}\n`;
  const digest = header.value.replace(/^sha256=/, "");
  const step = (name: string, value: string | null, mistake: string): Schemas["SignatureStep"] => ({
    step: name,
    value,
    mistake,
    clause: "§6.2",
  });
  return {
    algorithm: "hmac-sha256",
    timestamp: timestamp.value,
    nonce: nonce.value,
    signed_prefix: prefix,
    body_bytes,
    body_sha256,
    secret_version: secretVersion,
    digest,
    header,
    steps: [
      step(
        "timestamp",
        timestamp.value,
        "Milliseconds, a date or the receiver's own time instead of this text give another digest.",
      ),
      step(
        "nonce",
        nonce.value,
        "The nonce is signed as it was sent; trimming or decoding it gives another digest.",
      ),
      step(
        "raw-body",
        `${body_bytes} bytes, SHA-256 ${body_sha256}`,
        "A framework that parses JSON and writes it again signs other bytes: compare this SHA-256 with that of the bytes that you received.",
      ),
      step(
        "signed-text",
        `${prefix}…`,
        "The parts are joined by single line feeds: no carriage return, and none after the body.",
      ),
      step(
        "secret",
        null,
        `Version ${secretVersion} of the HMAC secret, as text. The verification token, the Encrypt Key, a client secret or a former version give another digest.`,
      ),
      step("digest", digest, "64 lower-case hexadecimal digits: not Base64, and not in capitals."),
      step("header", header.value, "It begins with `sha256=`. Compare in constant time."),
    ],
  };
}
