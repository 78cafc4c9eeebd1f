import { createRequire } from "node:module";
import fc from "fast-check";
import * as typebox from "typebox/format";
import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/index.js";

type Accepts = (text: string) => boolean;

const accepts = (format: string): Accepts => compile({ format }).is;

/** Texts of pieces that a format gives a meaning, so that many are right and many almost are. */
function texts(...pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => parts.join(""));
}

const mail = texts(
  "a",
  "b1",
  ".",
  "@",
  "@",
  '"',
  " ",
  "\\",
  "-",
  "_",
  "+",
  "(",
  "[",
  "]",
  "127.0.0.1",
  "IPv6:",
  "::1",
);
const uris = texts(...'a:/?#@[].1;%é\u{10000} "{\\', "//", "http:", "[::1]", "[v1.a]", ":80", "%41");
const pointers = texts("/", "~0", "~1", "~", "a", "#", "0", "1", "01", "%41", "%", "é", "?");
const names = texts("a", "b1", "-", ".", "x--", "_", "a".repeat(40));
const encodedNames = texts("xn--", "xn--mgba", "xn--bcher-kva", "a", "b1", "9", "-", ".", "kva", "fiq");
const numbers = texts(
  "0",
  "1",
  "01",
  "255",
  "256",
  "ffff",
  "12345",
  ".",
  ".",
  ":",
  ":",
  "::",
  "1.2.3.4",
  "g",
);
const dates = texts(
  "2020-01-01",
  "2020-02-30",
  "T",
  "t",
  "00:00:00",
  "23:59:60",
  ".1",
  "Z",
  "z",
  "+00:00",
  "-23:59",
  " ",
);
const durations = texts("P", "T", "1", "20", "Y", "M", "D", "W", "H", "S", ".");
const templates = texts(
  "{",
  "}",
  "{a}",
  "a",
  "+",
  ".",
  ",",
  ":",
  "1",
  "0",
  "*",
  "%41",
  "%",
  "é",
  "_",
  "=",
  '"',
);
const uuids = texts("9c858901-", "8a57-", "4791-", "81fe-", "4C455B099BC9", "g", "-");

/** Whether a label of a name has hyphens in its third and fourth position: only IDNA forbids those beside `xn--`. */
const isReserved: Accepts = (text) => /(?:^|\.)(?!xn--)..--/i.test(text);
/** A format, texts, and a judge; `differs` says in which texts the judge is wrong, and why. */
const judged: readonly (readonly [string, fc.Arbitrary<string>, Accepts, Accepts?])[] = [
  ["email", mail, typebox.IsEmail],
  ["hostname", names, typebox.IsHostname, isReserved],
  ["ipv4", numbers, typebox.IsIPv4],
  ["ipv6", numbers, typebox.IsIPv6],
  ["uri", uris, typebox.IsUri],
  ["uri-reference", uris, typebox.IsUriReference],
  // An IRI is what is a URI once its characters that aren't ASCII are encoded (RFC 3987, section 3.1).
  ["iri", uris, (text) => isAsciiScheme(text) && typebox.IsUri(encoded(text))],
  ["iri-reference", uris, (text) => typebox.IsUriReference(encoded(text))],
  ["uri-template", templates, typebox.IsUriTemplate],
  ["json-pointer", pointers, typebox.IsJsonPointer],
  // TypeBox knows no `?` in a fragment, and takes octets for UTF-8 that aren't.
  [
    "json-pointer-uri-fragment",
    pointers,
    typebox.IsJsonPointerUriFragment,
    (text) => /\?|%[89a-f]/i.test(text),
  ],
  ["relative-json-pointer", pointers, typebox.IsRelativeJsonPointer],
  ["uuid", uuids, typebox.IsUuid],
  ["duration", durations, typebox.IsDuration],
  ["date-time", dates, typebox.IsDateTime],
  ["date", dates, typebox.IsDate],
  ["time", dates, typebox.IsTime],
];

const isAsciiScheme: Accepts = (text) => /^[a-z]/.test(text);
const encoded = (text: string): string => text.replace(/[^\0-\x7f]+/gu, encodeURIComponent);

describe("TypeBox", () => {
  const cases = judged.map(([format, arbitrary, judge, differs]) => ({ format, arbitrary, judge, differs }));

  it.each(cases)("decides as a validator does: $format", ({ format, arbitrary, judge, differs }) => {
    const is = accepts(format);
    fc.assert(
      fc.property(arbitrary, (text) => {
        fc.pre(differs?.(text) !== true);
        expect({ text, valid: is(text) }).toEqual({ text, valid: judge(text) });
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});

/** As browsers convert names (UTS 46), with all checks; it allows some symbols that IDNA 2008 doesn't. */
const tr46 = createRequire(import.meta.url)("tr46") as {
  toASCII(name: string, options: Readonly<Record<string, boolean>>): string | null;
};
const strict = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
};

describe("a name of a host in Unicode", () => {
  const letters = texts(
    ..."aلbl·-.0٠۰אב׳状態・アकषüßς",
    ...[
      "\u200c",
      "\u094d",
      "\u094d\u200d",
      "\u0628\u200c\u0628",
      "\u0301",
      "\u0903",
      "\u{10d00}",
      "\u{1e900}",
      "。",
    ],
  );

  it("is one that tr46 converts, to a name that the format `hostname` accepts", () => {
    const [isUnicode, isAscii] = [accepts("idn-hostname"), accepts("hostname")];
    let right = 0;
    fc.assert(
      fc.property(letters, (text) => {
        if (!isUnicode(text)) return;
        right++;
        const ascii = tr46.toASCII(text, strict);
        expect({ text, ascii, valid: ascii !== null && isAscii(ascii) }).toEqual({
          text,
          ascii,
          valid: true,
        });
      }),
      { seed: 1, numRuns: 10_000 },
    );
    expect(right).toBeGreaterThan(500);
  });

  it("is what a label with `xn--` encodes, as tr46 decodes it", () => {
    const isAscii = accepts("hostname");
    let right = 0;
    fc.assert(
      fc.property(encodedNames, (text) => {
        if (!text.includes("xn--") || !isAscii(text)) return;
        right++;
        expect(tr46.toASCII(text, { ...strict, checkHyphens: false })).toBe(text);
      }),
      { seed: 3, numRuns: 20_000 },
    );
    expect(right).toBeGreaterThan(500);
  });

  it("is part of a mailbox", () => {
    const [isName, isMailbox] = [accepts("idn-hostname"), accepts("idn-email")];
    fc.assert(
      fc.property(letters, (text) => {
        fc.pre(!text.includes("。") && text.normalize("NFC") === text);
        expect({ text, valid: isMailbox(`用户@${text}`) }).toEqual({ text, valid: isName(text) });
      }),
      { seed: 2, numRuns: 5000 },
    );
  });
});
