import type { ByteEdit, Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";

const why =
  "The signature covers what was sent, not what somebody reads from it; otherwise a request can be altered on its way.";

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];

/** A server may refuse bytes beyond ASCII in a header on its own. */
const unreadable: readonly StatusRef[] = ["unauthenticated", 400];

/** How a time is sent after it was signed as the protocol writes it, and what a receiver does to it that accepts it. */
type Respelled = readonly [name: string, template: string, mistake: string];

const integer = "read as a number by a parser that stops at, or skips, what isn't a digit";
const float = "read as a number with a fraction or an exponent";
const literal = "read as a number as a programming language writes it";
const decoded = "decoded";
const grouped = "read as a number without its separators";
const list = "cut at a separator";
const digits = "read as a number in the digits of any language";
const trimmed = "trimmed of more than HTTP's white space";

/** Other spellings of a number, which a careless reader takes for the same one. */
const numbers: readonly Respelled[] = [
  ["plus-sign", "+{seconds}", integer],
  ["leading-zero", "0{seconds}", integer],
  ["leading-zeros", "000{seconds}", integer],
  ["trailing-letters", "{seconds}abc", integer],
  ["trailing-word", "{seconds} abc", integer],
  ["unit", "{seconds}s", integer],
  ["hyphen", "{seconds}-", integer],
  ["leading-letters", "t{seconds}", integer],
  ["fraction", "{seconds}.9", float],
  ["fraction-zero", "{seconds}.0", float],
  ["fraction-empty", "{seconds}.", float],
  ["decimal-comma", "{seconds},0", float],
  ["exponent", "{seconds}e3", integer],
  ["exponent-zero", "{seconds}e0", float],
  ["exponent-capital", "{seconds}E+0", float],
  ["hexadecimal", "0x{hex}", literal],
  ["hexadecimal-capital", "0X{hex}", literal],
  ["octal", "0o{octal}", literal],
  ["octal-of-c", "0{octal}", literal],
  ["binary", "0b{binary}", literal],
  ["long-suffix", "{seconds}L", integer],
  ["big-suffix", "{seconds}n", literal],
  ["underscore", "{head}_{tail}", grouped],
  ["thousands", "{thousands}", grouped],
  ["inner-space", "{head} {tail}", grouped],
  ["inner-tab", "{head}\t{tail}", grouped],
  ["listed", "{seconds}, {seconds}", list],
  ["listed-first", "{seconds},1", list],
  ["parameter", "{seconds};v=1", list],
  ["quoted", '"{seconds}"', decoded],
  ["percent-encoded", "{percent}", decoded],
  ["entity-encoded", "{entity}", decoded],
  ["percent-space", "%20{seconds}", decoded],
  ["followed-by-nul", "{seconds}%00", decoded],
  ["date", "{date}", "read as a time in any form"],
  ["other-unit", "{seconds}000", "read in whatever unit fits"],
];

/** Bytes beyond ASCII; a server reads them as UTF-8 or as Latin-1. */
const numbersInBytes: readonly Respelled[] = [
  ["full-width", "{full-width}", digits],
  ["arabic-digits", "{arabic}", digits],
  ["devanagari-digits", "{devanagari}", digits],
  ["no-break-space", "\u00a0{seconds}", trimmed],
  ["followed-by-no-break-space", "{seconds}\u00a0", trimmed],
  ["no-break-byte", "{a0}{seconds}", trimmed],
  ["followed-by-no-break-byte", "{seconds}{a0}", trimmed],
  ["next-line-byte", "{seconds}{85}", trimmed],
  ["ideographic-space", "\u3000{seconds}", trimmed],
  ["em-space", "{seconds}\u2003", trimmed],
  ["mark", "\ufeff{seconds}", trimmed],
];

const zone = "read as a time, whatever its offset";
const fraction = "read as a time, whatever the digits of its fraction";
const spelling = "read as a time in another form";

/** Other spellings of a date and time. */
const dates: readonly Respelled[] = [
  ["offset", "{day}T{time}+00:00", zone],
  ["negative-offset", "{day}T{time}-00:00", zone],
  ["offset-without-colon", "{day}T{time}+0000", zone],
  ["offset-of-hours", "{day}T{time}+00", zone],
  ["without-offset", "{day}T{time}", zone],
  ["named-zone", "{day}T{time} UTC", zone],
  ["more-fraction", "{day}T{time}000Z", fraction],
  ["comma-fraction", "{day}T{comma-time}Z", fraction],
  ["lower-case", "{day}t{time}z", spelling],
  ["lower-case-zone", "{day}T{time}z", spelling],
  ["space", "{day} {time}Z", spelling],
  ["week-date", "{week}T{time}Z", spelling],
  ["trailing-letters", "{day}T{time}Zabc", spelling],
  ["leading-plus", "+00{day}T{time}Z", spelling],
  ["in-seconds", "{unix}", spelling],
  ["in-milliseconds", "{unix}000", spelling],
  ["quoted", '"{seconds}"', decoded],
  ["percent-encoded", "{percent}", decoded],
  ["listed", "{seconds}, {seconds}", list],
];

/** The time, sent in another spelling than it was signed in. */
export const alteredTimestampFamily: Family = {
  name: "altered-timestamp",
  member: "signature/content",
  rule: "The timestamp is signed as it is sent, not as the number that it is read as.",
  on: "main",
  // Official libraries of several platforms sign the number that they read, and most platforms don't say that it must be the text.
  ruledBy: "signatureForm",
  cases({ protocol: { timestamp, headers, signature } }) {
    const fields = signature?.fields;
    const isSigned = signature?.content.includes("timestamp") === true;
    const isSent = headers?.timestamp !== undefined || fields?.timestamp !== undefined;
    if (timestamp === undefined || !isSigned || !isSent) return [];
    const marks = fields === undefined ? [] : [fields.separator, fields.assignment];
    const sendable = ([, template]: Respelled): boolean => {
      const hidden = withComma.some((each) => template.includes(each)) ? "," : "";
      return !marks.some((mark) => `${template}${hidden}`.includes(mark));
    };
    const altered = ([name, sent, mistake]: Respelled, status = unauthenticated): NearMiss => ({
      name,
      why,
      cause: `The timestamp is probably ${mistake}, and what was read is signed instead of what was sent.`,
      steps: [delivering({ timestamp: { sent } }, status)],
    });
    if (timestamp.unit === "iso8601") return dates.filter(sendable).map((each) => altered(each));
    return [
      ...numbers.filter(sendable).map((each) => altered(each)),
      ...numbersInBytes.filter(sendable).map((each) => altered(each, unreadable)),
    ];
  },
};

/** Values of a template that have a comma. */
const withComma = ["{thousands}", "{comma-time}"];

const reserialized =
  "The body is probably parsed and serialized again before the signature is checked, or normalized in another way.";

const undecoded =
  "The body is probably decoded before the signature is checked, which fails, or hides bytes that aren't UTF-8.";

const spellings: readonly (readonly [name: string, edits: readonly ByteEdit[]])[] = [
  ["reversed-members", [{ members: "reversed" }]],
  ["sorted-members", [{ respell: "sorted" }]],
  ["fractions", [{ respell: "fractions" }]],
  ["exponents", [{ respell: "exponents" }]],
  ["escapes", [{ respell: "escapes" }]],
  ["slashes", [{ respell: "slashes" }]],
  ["doubled-member", [{ respell: "doubled-member" }]],
];

const surroundings: readonly (readonly [name: string, edits: readonly ByteEdit[]])[] = [
  ["indented", [{ indent: 1 }]],
  ["line-break", [{ respell: "crlf" }]],
  ["followed-by-newline", [{ append: "\n" }]],
  ["followed-by-crlf", [{ append: "\r\n" }]],
  ["followed-by-space", [{ append: " " }]],
  ["after-space", [{ prepend: " " }]],
  ["after-newline", [{ prepend: "\n" }]],
  ["after-mark", [{ prepend: "\ufeff" }]],
  ["followed-by-nul", [{ append: "\0" }]],
];

/** The body, sent in another spelling of the same JSON than was signed. */
export const alteredBodyFamily: Family = {
  name: "altered-body",
  member: "signature/content",
  rule: "The body is signed byte for byte as it is sent, not as the JSON that is read from it.",
  on: "main",
  cases({ protocol: { signature, event } }) {
    if (!signsBody(signature?.content)) return [];
    const altered = (name: string, delivery: Delivery, cause = reserialized): NearMiss => ({
      name,
      why,
      cause,
      steps: [delivering(delivery, unauthenticated)],
    });
    const ofEvent = event?.batch === undefined ? spellings : [];
    return [
      ...surroundings.map(([name, wire]) => altered(name, { wire })),
      {
        ...altered("followed-by-byte", { wire: [{ appendHex: "ff" }] }, undecoded),
        causeIf: ["accepted", "error"],
      },
      ...(event?.batch === undefined ? [replaced(altered)] : []),
      // An encrypted body has one text, whose spelling these leave as it is.
      ...ofEvent.map(([name, wire]): NearMiss => ({ ...altered(name, { wire }), needs: ["plaintext"] })),
      ...compressions.map(
        (compress): NearMiss => ({
          name: compress,
          level: "info",
          why: "What HTTP compresses on the way is another body; a receiver that undoes it has to check what it says.",
          cause: "The body is probably decompressed before the signature is checked.",
          steps: [
            delivering(
              { wire: [{ compress }], headers: [{ set: "content-encoding", to: codings[compress] }] },
              ["unauthenticated", "unprocessable", 400, 415],
            ),
          ],
        }),
      ),
    ];
  },
};

/** A byte that isn't UTF-8, in place of the character that decoders put in its place. */
function replaced(altered: (name: string, delivery: Delivery, cause: string) => NearMiss): NearMiss {
  const mark = "\ufffd";
  const delivery: Delivery = {
    body: [{ put: "/replaced", value: mark }],
    wire: [{ replace: mark, withHex: "ff" }],
  };
  // Whoever reads the body as text reads the same one; official libraries of several platforms do so.
  return { ...altered("replaced-byte", delivery, undecoded), needs: ["plaintext"], ruledBy: "signatureForm" };
}

const compressions = ["gzip", "deflate", "brotli"] as const;

const codings = { gzip: "gzip", deflate: "deflate", brotli: "br" } as const;

/** The query of a signed address, as it is signed; each of the others may be read as the same fields. */
const signed = "b=2&a=%20x&c=%2F";

const queries: readonly (readonly [name: string, sent: string])[] = [
  ["plus-for-space", "b=2&a=+x&c=%2F"],
  ["lower-case-escape", "b=2&a=%20x&c=%2f"],
  ["decoded", "b=2&a=%20x&c=/"],
  ["encoded", "b=%32&a=%20x&c=%2F"],
  ["sorted", "a=%20x&b=2&c=%2F"],
  ["empty-field", "b=2&&a=%20x&c=%2F"],
  ["trailing-separator", "b=2&a=%20x&c=%2F&"],
  ["doubled-field", "b=2&b=2&a=%20x&c=%2F"],
  ["semicolon", "b=2;a=%20x&c=%2F"],
];

/** The address, requested in another spelling than was signed. */
export const alteredUrlFamily: Family = {
  name: "altered-url",
  member: "signature/content",
  rule: "The address is signed as it is requested, not as the fields that are read from it.",
  on: "main",
  cases: ({ protocol: { signature } }: NearFacts) =>
    queries
      .filter(() => signature?.content.includes("url") === true)
      .map(([name, sent]) => ({
        name,
        why,
        cause: "The query is probably parsed and written again before the signature is checked.",
        steps: [delivering({ query: { signed, sent } }, unauthenticated)],
      })),
};

function signsBody(content: readonly unknown[] = []): boolean {
  return content.some(
    (part) => part === "body" || (typeof part === "object" && part !== null && "digest" in part),
  );
}
