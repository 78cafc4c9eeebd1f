// @needs go, python3
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { expandCases, type Suite } from "../../../../commands/conform/index.js";
import { buildGoReaders } from "../../../support/commands/conform/readers/go.js";
import { readInJavaScript } from "../../../support/commands/conform/readers/javascript.js";
import { readInPython } from "../../../support/commands/conform/readers/python.js";
import type { Readings } from "../../../support/commands/conform/readers/readings.js";
import { type SentValue, sentValues } from "../../../support/commands/conform/readers/sent-values.js";
import { temporaryFolder } from "../../../support/generator/emit/contract-folder.js";
import { smallSdk } from "../../../support/schemes/small-contract.js";

const units = ["seconds", "milliseconds", "iso8601"] as const;

const protocolIn = (unit: string): object => ({
  headers: { timestamp: "X-Time", nonce: "X-Nonce", signature: "X-Sign" },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: ".",
    prefix: "",
    encoding: "hex",
  },
  timestamp: { unit, toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: { id: "/id", type: "/type" },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
});

/** The readers that make the mistake which a case names as its probable cause. */
const mistakes: readonly (readonly [cause: RegExp, reader: RegExp])[] = [
  [/stops at, or skips/, /^(parseInt|digits alone|int|Atoi|Sscanf?|search of digits)$/],
  [/with a fraction or an exponent/, /^(Number|parseFloat|float|ParseFloat|decimal comma)$/],
  [
    /as a programming language writes it/,
    /^(Number|literal|BigInt|int with a prefix|ParseInt with a prefix)$/,
  ],
  [/without its separators/, /^(without separators|int|ParseInt with a prefix)$/],
  [
    /cut at a separator/,
    /^(first of a list|last of a list|without parameters|first word|split|Fields|parseInt)$/,
  ],
  [/digits of any language/, /^(NFKC|int|float)$/],
  [/trimmed of more/, /^(trim|Number|strip|TrimSpace|int|int after strip)$/],
  [/read as a time/, /^(date.*|beginning of a date|fromisoformat|strptime|RFC3339|Number)$/],
  [/whatever unit fits/, /^(Number|int|Atoi)$/],
  [/to one case/, /^(lower|EqualFold)$/],
  [/letters and digits/, /^letters and digits alone$|^without comments$/],
  [/normalized/, /^(NFKC|without marks|to ASCII|without format characters)$/],
  [/one byte for each character/, /^low bytes$/],
  [
    /decoded/,
    /^(decode.*|decoded and trimmed|form field, trimmed|extended value|un(quote|escape).*|json|quoted string|encoded word|base64|hex|b64decode|unhexlify|email.*|.*Unescape.*|WordDecoder|Base64|Hex|Unquote|parseInt)$/,
  ],
];

const suites = new Map<string, Suite>();
let readInGo: (texts: readonly string[]) => readonly Readings[];
beforeAll(async () => {
  readInGo = buildGoReaders(await temporaryFolder());
  for (const unit of units) suites.set(unit, (await smallSdk(protocolIn(unit))).suite);
}, 180_000);

/** What is sent in cases of these families at a time, with a nonce of these bytes. */
function sentBy(unit: string, families: RegExp, at: { seconds: number; nonce: Uint8Array }) {
  const suite = suites.get(unit) as Suite;
  const cases = expandCases(suite).filter(({ id }) => families.test(id));
  expect(cases.length).toBeGreaterThan(10);
  return sentValues(suite, cases, at);
}

/** Everything that is read from the bytes of a header, whose text a server takes for UTF-8 or for Latin-1. */
function allReadings(sent: readonly SentValue[]): readonly Readings[][] {
  const texts = sent.flatMap(({ sent: bytes }) => [bytes, Buffer.from(bytes, "latin1").toString("utf8")]);
  const python = readInPython(texts);
  const go = readInGo(texts);
  const read = texts.map((text, at) => [readInJavaScript(text), python[at] ?? {}, go[at] ?? {}]);
  return sent.map((_, at) => [...(read[2 * at] ?? []), ...(read[2 * at + 1] ?? [])]);
}

const moments = fc.record({
  // From 2001, when the seconds got ten digits, to 2286, when they get eleven.
  seconds: fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
  // With a letter, as nearly all have one: without one, there is no other case.
  nonce: fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => bytes.with(0, 0x1b)),
});

describe("a text that is altered after it was signed", () => {
  it("always arrives as another text than was signed, and none that HTTP trims or forbids", () => {
    fc.assert(
      fc.property(moments, (at) => {
        for (const unit of units) {
          for (const { id, signed, sent } of sentBy(
            unit,
            /near\/(altered-timestamp|altered-header|respelled-nonce)\//,
            at,
          )) {
            expect(sent, id).not.toBe(signed);
            expect(sent.replace(/^[ \t]+|[ \t]+$/g, ""), id).toBe(sent);
            // A tab is allowed within a value.
            expect(sent, id).toMatch(/^[\t -~\x80-\xff]+$/);
          }
        }
      }),
      { numRuns: 10 },
    );
  });

  it.each(units)("is read as the same time, in %s, by a reader that makes the named mistake", (unit) => {
    fc.assert(
      fc.property(moments, (at) => {
        const sent = sentBy(unit, /near\/altered-timestamp\//, at);
        const isSame = (text: string): boolean => isSameTime(text, at.seconds);
        expect(unread(sent, isSame)).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });

  it("is read as the same nonce by a reader that makes the named mistake", () => {
    fc.assert(
      fc.property(moments, (at) => {
        const sent = sentBy("seconds", /near\/(altered-header|respelled-nonce)\//, at);
        expect(unread(sent, (text, { signed }) => text === signed)).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });
});

/** The cases that no reader takes for the original that makes the mistake which they name. */
function unread(
  sent: readonly SentValue[],
  isSame: (text: string, value: SentValue) => boolean,
): readonly string[] {
  const readings = allReadings(sent);
  return sent.flatMap((value, at) => {
    const [, readers = /^$/] = mistakes.find(([cause]) => cause.test(value.cause)) ?? [];
    const misread = (readings[at] ?? []).some((each) =>
      Object.entries(each).some(([name, text]) => readers.test(name) && isSame(text, value)),
    );
    return misread ? [] : [`${value.id}: ${JSON.stringify(value.sent)}`];
  });
}

/** Whether a number is the same second, in whatever unit, or a date. */
function isSameTime(text: string, seconds: number): boolean {
  const value = Number(/^[\p{Nd}]+$/u.test(text) ? text : text.trim());
  const inSeconds = [value, value / 1000, value / 1_000_000].map(Math.floor);
  return inSeconds.includes(seconds) || Date.parse(text) === seconds * 1000;
}
