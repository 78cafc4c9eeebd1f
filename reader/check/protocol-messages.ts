import type { Protocol, SignedPart } from "@oipkit/runtime/webhook";

/** A part of a protocol that another part needs, or that contradicts it. */
export interface Lack {
  /** Below `x-webhook-protocol`. */
  readonly at: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** The algorithms that RFC 9421, section 6.2.2, registers and that are supported. */
const algorithms: readonly string[] = [
  "hmac-sha256",
  "ed25519",
  "ecdsa-p256-sha256",
  "rsa-pss-sha512",
  "rsa-v1_5-sha256",
];

const messageParts: readonly unknown[] = ["method", "authority", "path", "query"];

/** What doesn't fit the form in which a protocol signs: HTTP messages (RFC 9421), or a header of its own. */
export function lacksInMessages(protocol: Protocol): Lack[] {
  const { signature } = protocol;
  if (signature.form === undefined) return foreignParts(signature);
  return [...partLacks(signature), ...headerLacks(protocol), ...scopeLacks(protocol)];
}

function foreignParts({ content }: Protocol["signature"]): Lack[] {
  return content.flatMap((part, index) => {
    if (!messageParts.includes(part)) return [];
    return [
      {
        at: ["signature", "content", String(index)],
        message: `only the signature of an HTTP message covers \`${String(part)}\``,
        hint: "Set `signature.form: http-message-signatures` if the platform follows RFC 9421, or remove it here.",
      },
    ];
  });
}

function partLacks({ content, algorithm }: Protocol["signature"]): Lack[] {
  const found: Lack[] = [];
  if (!algorithms.includes(algorithm))
    found.push({
      at: ["signature", "algorithm"],
      message: `RFC 9421 has no algorithm \`${algorithm}\``,
      hint: `Use one of ${algorithms.join(", ")}.`,
    });
  if (!content.includes("body"))
    found.push({
      at: ["signature", "content"],
      message: "the signature doesn't cover the body",
      hint: "Add `body`: its digest in `Content-Digest` is then covered.",
    });
  for (const [index, part] of content.entries()) {
    const problem = partProblem(part);
    if (problem === undefined) continue;
    found.push({ at: ["signature", "content", String(index)], message: problem.message, hint: problem.hint });
  }
  return found;
}

function partProblem(part: SignedPart): Pick<Lack, "message" | "hint"> | undefined {
  if (typeof part !== "object") return undefined;
  if (!("header" in part))
    return {
      message: "the signature of an HTTP message covers no text and no digest of its own",
      hint: "Remove it; `body` covers the header `Content-Digest`.",
    };
  const name = part.header.toLowerCase();
  if (name === "content-digest") return { message: "`body` covers this header", hint: "Use `body` instead." };
  if (name === "signature" || name === "signature-input")
    return { message: "a signature can't cover itself", hint: "Remove it." };
  return undefined;
}

function headerLacks({ headers, nonce, signature: { content } }: Protocol): Lack[] {
  const found: Lack[] = [];
  if (headers.signature.toLowerCase() !== "signature")
    found.push({
      at: ["headers", "signature"],
      message: "RFC 9421 names the header `Signature`",
      hint: "Write `signature: Signature`.",
    });
  if (headers.nonce !== undefined)
    found.push({
      at: ["headers", "nonce"],
      message: "the nonce of an HTTP message is a parameter of its signature",
      hint: "Remove it, and add `nonce` to `signature.content`.",
    });
  if ((nonce === undefined) === content.includes("nonce"))
    found.push({
      at: nonce === undefined ? ["signature", "content"] : ["nonce"],
      message: "`nonce` and its part in `signature.content` belong together",
      hint: "Add the one that is missing, or remove the other one.",
    });
  return found;
}

function scopeLacks({ timestamp, signature: { parameters } }: Protocol): Lack[] {
  const found: Lack[] = [];
  if (timestamp !== undefined && timestamp.unit !== "seconds")
    found.push({
      at: ["timestamp", "unit"],
      message: "the time of signing of an HTTP message is in seconds",
      hint: "Write `unit: seconds`.",
    });
  if (timestamp === undefined && parameters?.expiresSeconds !== undefined)
    found.push({
      at: ["signature", "parameters", "expiresSeconds"],
      message: "without a time of signing, nothing tells when it expires",
      hint: "Add `timestamp`, also to `signature.content`.",
    });
  return found;
}
