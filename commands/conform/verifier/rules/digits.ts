import { ecdsaDer, ecdsaNegative, ecdsaNumbers, fixedBytes } from "../ecdsa-signature.js";
import { accepting, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, encodedSignature } from "../signed-request.js";

/** Most characters that are altered one by one. */
const mostPlaces = 96;

/** Signatures that differ from the right one in some bits. */
export const signatureDigitsRule: VerifierRule = {
  name: "signature-digits",
  member: "signature",
  near: "signature-text",
  text: "All bits of the signature are compared.",
  vectors(source) {
    const {
      protocol: {
        signature: { encoding, algorithm },
      },
    } = source;
    const make = refusing({
      level: "must",
      flags: ["forged"],
      why: "A signature with one wrong bit, or without its last ones, is a wrong signature.",
    });
    const right = encodedSignature(source, {}, correctParts(source));
    const bytes = Buffer.from(right, encoding);
    const digits = (name: string, value: Buffer): VectorDraft =>
      make(name, { digits: () => value.toString(encoding) });
    const places = spread(right.replace(/={1,2}$/, "").length - (encoding === "hex" ? 0 : 1), mostPlaces);
    return [
      ...[
        ...places.map((at) => [`character-${at + 1}`, exchanged(right, at)] as const),
        ...spread(bytes.length, 32).map(
          (at) => [`bit-${at + 1}`, flipped(bytes, at).toString(encoding)] as const,
        ),
      ].map(([name, text]) => {
        const plan = { digits: () => text };
        const isFrame = algorithm === "ecdsa-p256-sha256" && isDerFrame(bytes, Buffer.from(text, encoding));
        return isFrame ? framed(name, plan) : make(name, plan);
      }),
      ...spread(bytes.length, 32).map((count) => digits(`first-${count}-bytes`, bytes.subarray(0, count))),
      ...[1, 2, 4, 8].map((count) => digits(`without-first-${count}-bytes`, bytes.subarray(count))),
      ...[1, 2, 8, bytes.length].map((count) =>
        digits(`${count}-bytes-more`, Buffer.concat([bytes, Buffer.alloc(count)])),
      ),
      digits("zeros", Buffer.alloc(bytes.length)),
      digits("ones", Buffer.alloc(bytes.length, 0xff)),
      digits("one-zero-byte", Buffer.alloc(1)),
      digits("reversed", Buffer.from(bytes).reverse()),
      digits("inverted", Buffer.from(bytes.map((byte) => byte ^ 0xff))),
      digits(
        "halves-swapped",
        Buffer.concat([bytes.subarray(bytes.length / 2), bytes.subarray(0, bytes.length / 2)]),
      ),
      digits("twice", Buffer.concat([bytes, bytes])),
      ...(algorithm === "ed25519" ? ed25519(bytes, digits) : []),
      ...(algorithm === "ecdsa-p256-sha256" ? ecdsa(bytes, encoding) : []),
    ];
  },
};

const framed = refusing({
  level: "info",
  flags: ["other-form"],
  why: "The numbers of a signature are written in DER, whose tags and lengths are part of it.",
});

/** Whether only the tags and lengths of DER differ, so that a lenient reader finds the same numbers. */
function isDerFrame(der: Buffer, other: Buffer): boolean {
  const second = 4 + (der[3] ?? 0);
  const frame = new Set([0, 1, 2, 3, second, second + 1]);
  return der.every((byte, at) => byte === other[at] || frame.has(at));
}

/** As many places as there are, or evenly spread ones. */
function spread(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  return [...new Set(Array.from({ length: count }, (_, at) => Math.floor((at * length) / count)))];
}

function exchanged(text: string, at: number): string {
  const other = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + other + text.slice(at + 1);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ (1 << (at % 8));
  return other;
}

/** Order of the base point (RFC 8032, section 5.1). */
const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Numbers that RFC 8032, section 5.1.7, excludes. */
function ed25519(
  bytes: Buffer,
  digits: (name: string, value: Buffer) => VectorDraft,
): readonly VectorDraft[] {
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`);
  const grown = Buffer.from((s + ed25519Order).toString(16).padStart(64, "0"), "hex").reverse();
  return [
    digits("number-beyond-order", Buffer.concat([bytes.subarray(0, 32), grown])),
    digits("point-zero", Buffer.concat([Buffer.alloc(32), bytes.subarray(32)])),
    digits("number-zero", Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(32)])),
    digits("identity", Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])),
  ];
}

function ecdsa(bytes: Buffer, encoding: BufferEncoding): readonly VectorDraft[] {
  const [r, s] = ecdsaNumbers(bytes);
  const other = refusing({
    level: "info",
    flags: ["other-form"],
    why: "The numbers of a signature are written in DER.",
  });
  const wrong = refusing({
    level: "must",
    flags: ["forged"],
    why: "Numbers outside the group's order are no signature (FIPS 186-5, section 6.4.2).",
  });
  const alike = accepting({
    level: "info",
    flags: ["other-form"],
    why: "The negative of a signature's second number fits the same content, and no rule prefers one.",
  });
  const fixed = (value: Buffer) => ({ digits: () => value.toString(encoding) });
  return [
    { ...alike("negative", fixed(ecdsaDer(r, ecdsaNegative(s)))), free: true },
    other("without-der", fixed(Buffer.concat([fixedBytes(r), fixedBytes(s)]))),
    wrong("r-zero", fixed(ecdsaDer(0n, s))),
    wrong("s-zero", fixed(ecdsaDer(r, 0n))),
    wrong("both-zero", fixed(ecdsaDer(0n, 0n))),
    wrong("both-one", fixed(ecdsaDer(1n, 1n))),
    wrong("swapped", fixed(ecdsaDer(s, r))),
  ];
}
