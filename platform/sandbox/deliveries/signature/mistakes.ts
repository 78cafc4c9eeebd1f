import { createHash } from "node:crypto";
import { bodyVariants } from "./body-variants.js";
import { hmac, inputOf, type Keys, type Signed } from "./signed.js";

/** A step of the signature that a receiver can get wrong. */
export type Step = "timestamp" | "nonce" | "raw-body" | "signed-text" | "secret" | "digest" | "header";

/** A wrong digest, and the mistake that gives it. */
export interface Mistake {
  readonly step: Step;
  readonly cause: string;
  readonly digest: string;
}

/** The digests that the usual mistakes give for a request, each with one mistake. */
export function* mistakesOf(signed: Signed, keys: Keys): Generator<Mistake> {
  const { timestamp, nonce, body } = signed;
  const { signingSecret: key, verificationToken } = keys;
  const right = inputOf(signed);
  const text = (step: Step, cause: string, input: string): Mistake => ({
    step,
    cause,
    digest: hmac(key, input),
  });
  yield text("timestamp", "milliseconds", inputOf({ ...signed, timestamp: `${timestamp}000` }));
  for (const variant of bodyVariants(body))
    yield text("raw-body", variant.cause, inputOf({ ...signed, body: variant.body }));
  yield text("signed-text", "swapped-parts", `${nonce}\n${timestamp}\n${body}`);
  yield text("signed-text", "without-nonce", `${timestamp}\n${body}`);
  yield text("signed-text", "without-nonce", `${timestamp}.${body}`);
  yield text("signed-text", "without-separators", `${timestamp}${nonce}${body}`);
  yield text("signed-text", "crlf", `${timestamp}\r\n${nonce}\r\n${body}`);
  yield text("signed-text", "dot-separators", `${timestamp}.${nonce}.${body}`);
  yield text("signed-text", "body-only", body);
  for (const end of ["\n", "\r\n", " "]) yield secret("trimmed-secret", `${key}${end}`);
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const decoded = Buffer.from(key, encoding);
    if (decoded.length > 0) yield secret("decoded-secret", decoded);
  }
  if (verificationToken !== undefined) yield secret("verification-token", verificationToken);
  yield { step: "digest", cause: "plain-digest", digest: createHash("sha256").update(right).digest("hex") };
  // The engine rotated its secret since: who has the new one already signs with it.
  if (`sha256=${hmac(key, right)}` !== signed.signature) yield secret("other-secret-version", key);

  function secret(cause: string, wrong: string | Uint8Array): Mistake {
    return { step: "secret", cause, digest: hmac(wrong, right) };
  }
}
