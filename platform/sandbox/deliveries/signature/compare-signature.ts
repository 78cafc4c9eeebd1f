import type { components } from "../../generated/sandbox/types.js";
import { bodyDifference, unmasked } from "./compare-body.js";
import { mistakesOf, type Step } from "./mistakes.js";
import { hmac, inputOf, type Keys, prefix, type Signed } from "./signed.js";

type Schemas = components["schemas"];
type Comparison = Schemas["SignatureComparison"];

const steps: readonly Step[] = [
  "timestamp",
  "nonce",
  "raw-body",
  "signed-text",
  "secret",
  "digest",
  "header",
];

/**
 * Says where what a receiver has parts from what was sent (§6.2): it tries the usual mistakes with the keys that requests are signed with
 * now. `masked` is the body as it is shown. Nothing of the keys is in the result.
 */
export function compareSignature(
  claim: Schemas["SignatureClaim"],
  {
    signed,
    masked,
    keys,
  }: { readonly signed: Signed; readonly masked: string; readonly keys: Keys | undefined },
): Comparison {
  const body = claim.body === undefined ? undefined : unmasked(claim.body, { masked, sent: signed.body });
  const difference = body === undefined ? undefined : bodyDifference(body, signed.body);
  const { signature } = claim;
  if (signature === undefined) {
    if (difference !== undefined) return parted("raw-body", difference.cause, difference.offset);
    return { ...agreed(["raw-body"]), agrees: true };
  }
  if (signature === signed.signature) {
    if (difference === undefined) return { ...agreed(steps), agrees: true };
    return parted("raw-body", difference.cause, difference.offset);
  }
  const right = signed.signature.slice(prefix.length);
  const claimed = digestOf(signature);
  if (claimed.digest === right) {
    if (difference !== undefined) return parted("raw-body", difference.cause, difference.offset);
    if (claimed.form === "base64") return parted("digest", "base64");
    return claimed.isUpper ? parted("digest", "upper-case") : parted("header", "prefix-missing");
  }
  if (keys !== undefined) {
    for (const { step, cause, digest } of mistakesOf(signed, keys))
      if (digest === claimed.digest) return parted(step, cause, difference?.offset);
    if (body !== undefined && hmac(keys.signingSecret, inputOf({ ...signed, body })) === claimed.digest)
      return parted("raw-body", "given-body", difference?.offset);
  }
  if (difference !== undefined) return parted("raw-body", difference.cause, difference.offset);
  const rest = body === undefined ? [] : (["raw-body"] as const);
  return { ...agreed(rest, "digest"), parts_at: "digest" };
}

interface Claimed {
  readonly digest: string;
  readonly form: "hex" | "base64";
  readonly isUpper: boolean;
}

/** The digest of a claim in lowercase hexadecimal, whatever its form. */
function digestOf(signature: string): Claimed {
  const text = signature.toLowerCase().startsWith(prefix) ? signature.slice(prefix.length) : signature;
  const bytes = Buffer.from(text, "base64");
  if (!/^[0-9a-f]{64}$/i.test(text) && bytes.length === 32)
    return { digest: bytes.toString("hex"), form: "base64", isUpper: false };
  return {
    digest: text.toLowerCase(),
    form: "hex",
    isUpper: /[A-F]/.test(text) || /[A-Z]/.test(signature.slice(0, prefix.length)),
  };
}

function parted(step: Step, cause: string, offset: number | undefined = undefined): Comparison {
  const at = steps.indexOf(step);
  return { ...agreed(steps.slice(0, at), step), parts_at: step, cause, offset: offset ?? null };
}

function agreed(right: readonly Step[], wrong?: Step): Comparison {
  return {
    agrees: false,
    steps: steps.map((step) => ({
      step,
      outcome: step === wrong ? "differs" : right.includes(step) ? "agrees" : "not-compared",
    })),
    parts_at: null,
    cause: null,
    offset: null,
  };
}
