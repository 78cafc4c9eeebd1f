import { createHash } from "node:crypto";
import {
  type Credentials,
  KeyMalformed,
  type Protocol,
  type SignatureScheme,
  type SignedParts,
  signContent,
} from "@oipkit/runtime/webhook";
import { NotApplicable } from "../errors.js";
import type { MadeSignature, SignedPart } from "../suite/made-signature.js";
import { edited } from "./bytes.js";

/** What a signature in another way than the protocol's is made of. */
export interface MadeSignatureOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly application: string;
  readonly made: MadeSignature;
  readonly parts: SignedParts;
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
}

/** The encoded signature, without prefix. Throws `NotApplicable` if the subject lacks the key. */
export function madeSignature(options: MadeSignatureOptions): string {
  const { protocol, made, parts } = options;
  const signature = schemeOf(protocol.signature, made);
  const own = { ...parts, body: bodyOf(options) };
  const text = signedWith(keyOf(options), (secret) =>
    signContent({ protocol: { signature }, secret, ...own }),
  );
  return made.mixedCase === true ? text.replace(/[a-f]/g, upperEverySecond()) : text;
}

function schemeOf(scheme: SignatureScheme, made: MadeSignature): SignatureScheme {
  const { content = scheme.content, separator = scheme.separator, blank = [] } = made;
  const isBlank = (part: SignedPart): boolean =>
    blank.some((each) => JSON.stringify(each) === JSON.stringify(part));
  const joined = content.flatMap((part, at): SignedPart[] => [
    ...(at === 0 ? [] : [{ literal: separator }]),
    isBlank(part) ? { literal: "" } : part,
  ]);
  const { before = "", after = "", algorithm = scheme.algorithm, encoding = scheme.encoding } = made;
  const whole: readonly SignedPart[] = [{ literal: before }, ...joined, { literal: after }];
  return { ...scheme, algorithm, encoding, content: whole, separator: "" };
}

function bodyOf({ made: { over }, protocol, parts, plaintext }: MadeSignatureOptions): Uint8Array {
  if (over === undefined) return parts.body;
  const text = Buffer.from(parts.body).toString("utf8");
  switch (over) {
    case "plaintext":
      return plaintext;
    case "trimmed":
      return Buffer.from(text.trim());
    case "line":
      return Buffer.from(`${text}\n`);
    case "tokenless":
      return edited(plaintext, [{ drop: `/${protocol.token?.property ?? ""}` }]);
    case "sorted":
      return Buffer.from(JSON.stringify(sorted(JSON.parse(text))));
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function keyOf({ made: { key }, credentials, application }: MadeSignatureOptions): string | undefined {
  const [secret = ""] = credentials.secrets;
  switch (key) {
    case undefined:
      return secret;
    case "token":
      return credentials.verificationToken;
    case "encrypt-key":
      return credentials.encryptKey;
    case "application":
      return application;
    case "hashed":
      return createHash("sha256").update(secret, "utf8").digest("hex");
  }
}

function signedWith(key: string | undefined, sign: (key: string) => string): string {
  if (key === undefined || key === "") throw new NotApplicable("needs a receiver with such a key");
  try {
    return sign(key);
  } catch (thrown) {
    if (!(thrown instanceof KeyMalformed)) throw thrown;
    throw new NotApplicable("needs a key that is any text", { cause: thrown });
  }
}

/** `sha256=ab…` and `sha256=aB…` differ only to a comparison that heeds case. */
function upperEverySecond(): (letter: string) => string {
  let count = 0;
  return (letter) => (count++ % 2 === 0 ? letter : letter.toUpperCase());
}
