import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { components } from "@oipkit/console/control/types.js";
import type { PreviousSecret } from "@oipkit/delivery";
import {
  bodyVariants,
  hmac,
  parseObject,
  prefix,
  type SignedEvent,
  type SigningKeys,
  signingInput,
} from "./signed.js";

type Schemas = components["schemas"];
type Comparison = Schemas["SignatureComparison"];

const steps: readonly SignatureStep[] = [
  "timestamp",
  "nonce",
  "raw-body",
  "signed-text",
  "secret",
  "digest",
  "header",
];

/** What a claim is compared with. */
interface KnownFacts {
  readonly signed: SignedEvent;
  readonly masked: string;
  readonly keys: SigningKeys | undefined;
  /** The secret before the last rotation, if it is still kept. */
  readonly previous?: PreviousSecret | undefined;
  /** Versions of the secret that aren't kept any more. */
  readonly forgotten?: readonly number[] | undefined;
}

/**
 * Says where what a receiver has parts from what was sent (§6.2): it tries the usual mistakes with the keys that requests are signed with
 * now. `masked` is the body as it is shown. Nothing of the keys is in the result.
 */
export function compareSignature(
  claim: Schemas["SignatureClaim"],
  { signed, masked, keys, previous, forgotten = [] }: KnownFacts,
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
  const claimed = claimedDigest(signature);
  if (claimed.digest === right) {
    if (difference !== undefined) return parted("raw-body", difference.cause, difference.offset);
    if (claimed.form === "base64") return parted("digest", "base64");
    if (claimed.isUpper) return parted("digest", "upper-case");
    return parted("header", "prefix-missing");
  }
  if (keys !== undefined) {
    for (const { step, cause, digest } of tryMistakes(signed, keys))
      if (digest === claimed.digest) return parted(step, cause, difference?.offset);
    if (body !== undefined && hmac(keys.signingSecret, signingInput({ ...signed, body })) === claimed.digest)
      return parted("raw-body", "given-body", difference?.offset);
  }
  const replaced = previous && madeWithPrevious(claimed.digest, { signed, body, previous });
  if (replaced !== undefined)
    return { ...parted("secret", "previous-secret", difference?.offset), previous_secret: replaced };
  if (difference !== undefined) return parted("raw-body", difference.cause, difference.offset);
  const rest = body === undefined ? [] : (["raw-body"] as const);
  const unexplained = { ...agreed(rest, "digest"), parts_at: "digest" };
  if (forgotten.length === 0) return unexplained;
  return { ...unexplained, forgotten_versions: [...forgotten].slice(0, mostForgotten) };
}

const mostForgotten = 100;

/** Whether a digest was made with the secret before the last rotation, of what was sent or of the given body. */
function madeWithPrevious(
  digest: string,
  {
    signed,
    body,
    previous: { secret, version, replacedBy, replacedAt },
  }: {
    readonly signed: SignedEvent;
    readonly body: string | undefined;
    readonly previous: PreviousSecret;
  },
): Comparison["previous_secret"] {
  const inputs = [signingInput(signed), ...(body === undefined ? [] : [signingInput({ ...signed, body })])];
  if (!inputs.some((input) => hmac(secret, input) === digest)) return undefined;
  const replaced_at = replacedAt === undefined ? null : new Date(replacedAt).toISOString();
  return { version, replaced_by: replacedBy, replaced_at };
}

interface Claimed {
  readonly digest: string;
  readonly form: "hex" | "base64";
  readonly isUpper: boolean;
}

/** The digest of a claim in lowercase hexadecimal, whatever its form. */
function claimedDigest(signature: string): Claimed {
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

function parted(step: SignatureStep, cause: string, offset: number | undefined = undefined): Comparison {
  const at = steps.indexOf(step);
  return { ...agreed(steps.slice(0, at), step), parts_at: step, cause, offset: offset ?? null };
}

function agreed(right: readonly SignatureStep[], wrong?: SignatureStep): Comparison {
  const outcome = (step: SignatureStep) => {
    if (step === wrong) return "differs";
    return right.includes(step) ? "agrees" : "not-compared";
  };
  return {
    agrees: false,
    steps: steps.map((step) => ({ step, outcome: outcome(step) })),
    parts_at: null,
    cause: null,
    offset: null,
  };
}

/** A step of the signature that a receiver can get wrong. */
type SignatureStep = "timestamp" | "nonce" | "raw-body" | "signed-text" | "secret" | "digest" | "header";

/** A wrong digest, and the mistake that gives it. */
interface Mistake {
  readonly step: SignatureStep;
  readonly cause: string;
  readonly digest: string;
}

/** The digests that the usual mistakes give for a request, each with one mistake. */
export function* tryMistakes(signed: SignedEvent, keys: SigningKeys): Generator<Mistake> {
  const { timestamp, nonce, body } = signed;
  const { signingSecret: key, verificationToken } = keys;
  const right = signingInput(signed);
  const text = (step: SignatureStep, cause: string, input: string): Mistake => ({
    step,
    cause,
    digest: hmac(key, input),
  });
  yield text("timestamp", "milliseconds", signingInput({ ...signed, timestamp: `${timestamp}000` }));
  for (const variant of bodyVariants(body))
    yield text("raw-body", variant.cause, signingInput({ ...signed, body: variant.body }));
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

/** How a body differs from the one that was sent. */
interface BodyDifference {
  readonly cause: "reserialized" | "trailing-newline" | "without-token" | "other-body";
  /** Of the first character that differs, counted from 1. */
  readonly offset: number;
}

/** What a claimed body stands for: the token may be masked in it. */
function unmasked(
  claimed: string,
  { masked, sent }: { readonly masked: string; readonly sent: string },
): string {
  if (claimed === masked) return sent;
  const [token] = [parseObject(sent)?.verification_token];
  if (typeof token !== "string") return claimed;
  return claimed.replace(/("verification_token"\s*:\s*")\*{8}"/, (_, start: string) => `${start}${token}"`);
}

/** Says how a body differs, or nothing if it doesn't. Both have the real token. */
function bodyDifference(claimed: string, sent: string): BodyDifference | undefined {
  if (claimed === sent) return undefined;
  return { cause: differenceCause(claimed, sent), offset: firstDifference(claimed, sent) + 1 };
}

function differenceCause(claimed: string, sent: string): BodyDifference["cause"] {
  if (claimed.trimEnd() === sent.trimEnd()) return "trailing-newline";
  const [left, right] = [parseObject(claimed), parseObject(sent)];
  if (left === undefined || right === undefined) return "other-body";
  if (isDeepStrictEqual(left, right)) return "reserialized";
  const { verification_token: _, ...rest } = right;
  if (isDeepStrictEqual(left, rest)) return "without-token";
  return "other-body";
}

function firstDifference(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) if (left[index] !== right[index]) return index;
  return length;
}
