import { createHash } from "node:crypto";
import {
  derivePublicKey,
  exampleSecret,
  formatSignatureHeader,
  type SignatureScheme,
} from "@oipkit/runtime/webhook";
import { forged, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, signedBytes, type VectorSource } from "../signed-request.js";

/** Signatures by others than the sender. */
export const signatureKeyRule: VerifierRule = {
  name: "signature-key",
  member: "signature",
  near: "signature-text",
  text: "Only a signature that was made with the secret is accepted.",
  vectors(source) {
    const make = refusing({
      level: "must",
      flags: forged,
      why: "Only the sender has the secret, so a request signed with another key is forged.",
    });
    const others = ["one", "two", "three", "four"].map((text) =>
      make(`other-${text}`, { secret: exampleSecret(source.protocol, `not the secret, ${text}`) }),
    );
    return [
      ...others,
      make("previous-not-configured", { secret: source.secrets[1] }),
      ...nearKeys(source, make),
      ...publicKeys(source, make),
    ];
  },
};

/** What a careless reader makes of the secret's text; each as a text whose UTF-8 bytes are the key. */
const keyForms: readonly (readonly [name: string, change: (secret: string) => string])[] = [
  ["empty", () => ""],
  ["trailing-newline", (secret) => `${secret}\n`],
  ["trailing-space", (secret) => `${secret} `],
  ["leading-space", (secret) => ` ${secret}`],
  ["quoted", (secret) => `"${secret}"`],
  ["upper-case", (secret) => secret.toUpperCase()],
  ["first-half", (secret) => secret.slice(0, secret.length / 2)],
  ["without-last", (secret) => secret.slice(0, -1)],
  ["without-first", (secret) => secret.slice(1)],
  ["twice", (secret) => secret + secret],
  ["reversed", (secret) => [...secret].reverse().join("")],
  ["as-base64", (secret) => Buffer.from(secret).toString("base64")],
  ["as-hex", (secret) => Buffer.from(secret).toString("hex")],
  ["hash-hex", (secret) => createHash("sha256").update(secret).digest("hex")],
  ["undefined", () => "undefined"],
  ["null", () => "null"],
  ["object", () => "[object Object]"],
];

function nearKeys(
  { protocol, secrets: [secret] }: VectorSource,
  make: ReturnType<typeof refusing>,
): readonly VectorDraft[] {
  const { algorithm, key = { encoding: "utf8" } } = protocol.signature;
  if (!algorithm.startsWith("hmac-")) return [];
  const asText: Partial<SignatureScheme> = { key: { encoding: "utf8" } };
  const texts = keyForms.map(([name, change]) =>
    make(`text-${name}`, { secret: change(secret), scheme: asText }),
  );
  if (key.encoding === "utf8") return texts;
  const { prefix = "" } = key;
  const bytes = Buffer.from(secret.slice(prefix.length), key.encoding);
  return [
    ...texts,
    make("not-decoded", { secret, scheme: asText }),
    make("prefix-left-out-not-decoded", { secret: secret.slice(prefix.length), scheme: asText }),
    make("decoded-with-prefix", {
      secret: Buffer.from(secret.replaceAll("_", ""), key.encoding).toString("base64"),
      scheme: { key: { encoding: "base64" } },
    }),
    make("decoded-cut", {
      secret: bytes.subarray(0, 16).toString("base64"),
      scheme: { key: { encoding: "base64" } },
    }),
    make("decoded-empty", { secret: "", scheme: asText }),
  ];
}

/** What everybody knows, used as a shared secret. */
function publicKeys(source: VectorSource, make: ReturnType<typeof refusing>): readonly VectorDraft[] {
  const { protocol, secrets } = source;
  if (protocol.signature.algorithm.startsWith("hmac-")) return [];
  const pem = derivePublicKey(protocol, secrets[0]);
  const scheme = { algorithm: "hmac-sha256", key: { encoding: "hex" } } as const;
  const hex = (text: string): string => Buffer.from(text).toString("hex");
  return [
    make("public-key-as-secret", { secret: hex(pem), scheme }),
    make("public-key-trimmed-as-secret", { secret: hex(pem.trim()), scheme }),
    make("empty-secret", { secret: "", scheme }),
  ];
}

/** Signatures over other bytes than the protocol's. */
export const signatureContentRule: VerifierRule = {
  name: "signature-content",
  member: "signature",
  near: "signature-content",
  text: "The signature covers the protocol's parts, in its order, with its separators.",
  vectors(source) {
    const make = refusing({
      level: "must",
      flags: forged,
      why: "A signature over other bytes says nothing about this request.",
    });
    const {
      protocol: { signature },
    } = source;
    const { content, separator } = signature;
    const parts = correctParts(source);
    const right = signedBytes(signature, parts);
    const of = (scheme: Partial<SignatureScheme>): Buffer =>
      signedBytes({ content, separator, ...scheme }, parts);
    const contents: (readonly [name: string, bytes: Buffer])[] = [
      ...content.map(
        (_, at) =>
          [`without-part-${at + 1}`, of({ content: content.filter((__, other) => other !== at) })] as const,
      ),
      ...content
        .slice(1)
        .map((_, at) => [`swapped-${at + 1}`, of({ content: swapped(content, at) })] as const),
      ...content.map(
        (part, at) =>
          [
            `repeated-${at + 1}`,
            of({ content: [...content.slice(0, at), part, ...content.slice(at)] }),
          ] as const,
      ),
      ...["", ".", ":", "\n", "\r\n", "|", "-", ",", " ", "&", "\0"].map(
        (text, at) => [`separator-${at + 1}`, of({ separator: text })] as const,
      ),
      ["reversed", of({ content: [...content].reverse() })],
      ["body-only", parts.body],
      ["nothing", Buffer.alloc(0)],
      ["newline-after", Buffer.concat([right, Buffer.from("\n")])],
      ["separator-after", Buffer.concat([right, Buffer.from(separator)])],
      ["separator-before", Buffer.concat([Buffer.from(separator), right])],
      ["trimmed", Buffer.from(right.toString("latin1").trimEnd().slice(0, -1), "latin1")],
      ["hex", Buffer.from(right.toString("hex"))],
      ["base64", Buffer.from(right.toString("base64"))],
      ["hash", createHash("sha256").update(right).digest()],
      ["hash-hex", Buffer.from(createHash("sha256").update(right).digest("hex"))],
      ["latin-1", Buffer.from(right.toString("utf8"), "latin1")],
      ["utf-16", Buffer.from(right.toString("utf8"), "utf16le")],
      ["latin-1-as-utf-8", Buffer.from(right.toString("latin1"), "utf8")],
      ["ascii-question-marks", Buffer.from(right.toString("utf8").replace(/[^\0-\x7f]/g, "?"))],
      ["form-encoded", Buffer.from(encodeURIComponent(right.toString("utf8")))],
      ["with-method", Buffer.concat([Buffer.from(`POST${separator}`), right])],
      ["with-url", Buffer.concat([Buffer.from(parts.url + separator), right])],
    ];
    return contents
      .filter(([, bytes]) => !bytes.equals(right))
      .map(([name, bytes]) => make(name, { content: bytes }));
  },
};

function swapped<Item>(items: readonly Item[], at: number): readonly Item[] {
  const [first, second] = items.slice(at, at + 2);
  return items.map((item, index) => {
    if (index === at) return second ?? item;
    if (index === at + 1) return first ?? item;
    return item;
  });
}

/** A signature by another algorithm, which the header names or conceals. */
export const signatureAlgorithmRule: VerifierRule = {
  name: "signature-algorithm",
  member: "signature",
  near: "signature-text",
  text: "The protocol's algorithm is the only one, whatever the request says.",
  vectors({ protocol: { signature } }) {
    const make = refusing({
      level: "must",
      flags: forged,
      why: "The sender of a request must not choose the algorithm, or its weakest decides.",
    });
    if (!signature.algorithm.startsWith("hmac-")) return [];
    const others = ["hmac-sha1", "hmac-sha256", "hmac-sha512"] as const;
    return others
      .filter((each) => each !== signature.algorithm)
      .flatMap((algorithm) => {
        const scheme = { algorithm };
        const name = algorithm.slice("hmac-".length);
        const digitsOnly = name.slice("sha".length);
        const named = [name, `${name}=`, `${algorithm}=`, `${name}:`, `${signature.prefix}${name}=`];
        return [
          make(`${name}-concealed`, { scheme }),
          make(`${name}-cut`, { scheme, digits: (digits) => digits.slice(0, length(signature)) }),
          make(`${name}-filled`, { scheme, digits: (digits) => digits.padEnd(length(signature), "0") }),
          ...named.map((prefix, at) =>
            make(`${name}-named-${at + 1}`, {
              scheme,
              header: (digits) => formatSignatureHeader({ ...signature, prefix }, [digits], ""),
            }),
          ),
          ...(signature.prefix.includes("256")
            ? [
                make(`${name}-in-prefix`, {
                  scheme,
                  header: (digits) => signature.prefix.replace("256", digitsOnly) + digits,
                }),
              ]
            : []),
        ];
      });
  },
};

/** Characters of a SHA-256 signature. */
function length({ encoding }: SignatureScheme): number {
  return encoding === "hex" ? 64 : 44;
}
