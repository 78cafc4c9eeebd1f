import { accepting, altered, asSigned, refusing, type VectorDraft, type VerifierRule } from "../rule.js";
import { correctParts, type VectorSource } from "../signed-request.js";

/** A body in another form, as some framework or proxy leaves it. */
type BodyForm = readonly [name: string, change: (body: string) => string | Buffer];

const json = (change: (value: Record<string, unknown>) => unknown) => (body: string) =>
  JSON.stringify(change(JSON.parse(body) as Record<string, unknown>));

const sorted = (value: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const ascii = (body: string): string =>
  body.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Whatever looks the same to a reader of JSON, text or forms. */
const forms: readonly BodyForm[] = [
  ["reserialized", json((value) => value)],
  ["indented-2", (body) => JSON.stringify(JSON.parse(body), null, 2)],
  ["indented-4", (body) => JSON.stringify(JSON.parse(body), null, 4)],
  ["indented-tab", (body) => JSON.stringify(JSON.parse(body), null, "\t")],
  ["spaced", (body) => body.replaceAll(",", ", ").replaceAll(":", ": ")],
  ["sorted", json(sorted)],
  ["reversed-members", json((value) => Object.fromEntries(Object.entries(value).reverse()))],
  ["ascii", ascii],
  [
    "ascii-upper",
    (body) => ascii(body).replace(/\\u[0-9a-f]{4}/g, (each) => `\\u${each.slice(2).toUpperCase()}`),
  ],
  ["slashes-escaped", (body) => body.replaceAll("/", "\\/")],
  ["letter-escaped", (body) => body.replace("made", "m\\u0061de")],
  ["html-escaped", (body) => body.replaceAll("/", "&#47;")],
  ["number-exponent", (body) => body.replace("10", "1e1")],
  ["number-fraction", (body) => body.replace("10", "10.0")],
  ["number-shortened", (body) => body.replace("2.50", "2.5")],
  ["member-repeated", (body) => body.replace("{", '{"type":"example.made",')],
  ["member-null-left-out", (body) => body.replace(",null", "")],
  ["member-added", (body) => body.replace("{", '{"__proto__":{},')],
  ["newline-after", (body) => `${body}\n`],
  ["crlf-after", (body) => `${body}\r\n`],
  ["newline-before", (body) => `\n${body}`],
  ["space-after", (body) => `${body} `],
  ["space-before", (body) => ` ${body}`],
  ["tab-after", (body) => `${body}\t`],
  ["newlines-inside", (body) => body.replaceAll(",", ",\n")],
  ["crlf-inside", (body) => body.replaceAll(",", ",\r\n")],
  ["byte-order-mark", (body) => `\ufeff${body}`],
  ["decomposed", (body) => body.normalize("NFD")],
  ["no-break-space", (body) => body.replace(" %", "\u00a0%")],
  ["full-width", (body) => body.replace("10", "\uff11\uff10")],
  ["percent-encoded", (body) => encodeURIComponent(body)],
  ["plus-for-space", (body) => body.replaceAll(" ", "+")],
  ["upper-case", (body) => body.toUpperCase()],
  ["lower-case", (body) => body.toLowerCase()],
  ["quoted", (body) => JSON.stringify(body)],
  ["in-array", (body) => `[${body}]`],
  ["twice", (body) => body + body],
  ["base64", (body) => Buffer.from(body).toString("base64")],
  ["hex", (body) => Buffer.from(body).toString("hex")],
  ["form", (body) => `payload=${encodeURIComponent(body)}`],
  ["nul-after", (body) => `${body}\0`],
  ["nul-inside", (body) => body.replace("made", "ma\0de")],
  ["empty", () => ""],
  ["empty-object", () => "{}"],
  ["empty-array", () => "[]"],
  ["null", () => "null"],
  ["not-json", () => "not JSON {"],
  ["deep", () => "[".repeat(200) + "]".repeat(200)],
  ["long", (body) => body.replace("Grüße", "x".repeat(4096))],
  ["other-planes", (body) => body.replace("Grüße", "\u{1f600}\u{10ffff}")],
];

/** Bytes that aren't UTF-8; a verifier that takes text can't get them. */
const bytes: readonly (readonly [name: string, inserted: readonly number[]])[] = [
  ["latin-1", [0xfc]],
  ["overlong", [0xc0, 0xaf]],
  ["surrogate", [0xed, 0xa0, 0x80]],
  ["cut-sequence", [0xe2, 0x82]],
  ["beyond-unicode", [0xf5, 0x80, 0x80, 0x80]],
  ["gzip-like", [0x1f, 0x8b, 0x08, 0x00, 0xff]],
];

function bodyForms(
  source: VectorSource,
): readonly (readonly [name: string, body: Buffer, isText: boolean])[] {
  const { body } = correctParts(source);
  const text = body.toString("utf8");
  return [
    ...forms.map(([name, change]) => [name, Buffer.from(change(text)), true] as const),
    ...bytes.map(([name, inserted]) => [name, withBytes(body, inserted), false] as const),
  ].filter(([, each]) => !each.equals(body));
}

function withBytes(body: Buffer, extra: readonly number[]): Buffer {
  return Buffer.concat([body.subarray(0, 20), Buffer.from(extra), body.subarray(20)]);
}

const textWhy =
  "The signature is made over the bytes of the body, whatever they are, so this body is authentic.";
const bytesWhy = "The signature is made over bytes, so a body that isn't text is authentic, too.";
const exchangedWhy =
  "The body that arrives must be the one that was signed, byte for byte, not one that means the same.";

/** Bodies that are sent as they were signed. */
export const bodyBytesRule: VerifierRule = {
  name: "body-bytes",
  member: "signature",
  text: "The signature is compared with that of the body's bytes as received.",
  vectors: (source) =>
    bodyForms(source).map(([name, body, isText]): VectorDraft => {
      const level = isText && body.length > 0 ? "must" : "info";
      const why = isText ? textWhy : bytesWhy;
      const make = accepting({ level, flags: asSigned, why });
      return { ...make(name, { signed: { body } }), free: true };
    }),
};

/** Bodies that were exchanged after signing. */
export const bodyAlteredRule: VerifierRule = {
  name: "body-altered",
  member: "signature",
  near: "signature-content",
  text: "A body that differs from the signed one in any byte is refused.",
  vectors(source) {
    const { body } = correctParts(source);
    const make = refusing({ level: "must", flags: altered, why: exchangedWhy });
    const pairs = bodyForms(source).flatMap(([name, other]) => [
      make(`to-${name}`, { sent: { body: other } }),
      make(`from-${name}`, { signed: { body: other }, sent: { body } }),
    ]);
    const places = Array.from({ length: 16 }, (_, at) => Math.floor((at * (body.length - 1)) / 15));
    const flipped = places.flatMap((at) => [
      make(`bit-${at}`, { sent: { body: withByte(body, at, (byte) => byte ^ 1) } }),
      make(`high-bit-${at}`, { sent: { body: withByte(body, at, (byte) => byte ^ 0x80) } }),
    ]);
    const cut = [1, 2, 8, 16, 32].flatMap((count) => [
      make(`without-last-${count}`, { sent: { body: body.subarray(0, body.length - count) } }),
      make(`without-first-${count}`, { sent: { body: body.subarray(count) } }),
    ]);
    return [...pairs, ...flipped, ...cut];
  },
};

function withByte(body: Buffer, at: number, change: (byte: number) => number): Buffer {
  const other = Buffer.from(body);
  other[at] = change(other[at] ?? 0);
  return other;
}
