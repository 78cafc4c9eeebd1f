import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskData, masker } from "../../../reader/text/mask.js";

const secret = fc.oneof(
  fc.string({ minLength: 8, maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 8, maxLength: 20 }),
);
const around = fc.string({ maxLength: 12 });

/** Ways in which a secret leaves by accident; `text` is what comes before it. */
const encodings: Readonly<Record<string, (secret: string, text: string) => string>> = {
  plain: (found, text) => text + found,
  JSON: (found, text) => JSON.stringify({ [text]: found }),
  "JSON within JSON": (found) => JSON.stringify(found),
  percent: (found, text) => text + encodeURIComponent(found),
  "a form": (found, text) => new URLSearchParams([[text, found]]).toString(),
  hexadecimal: (found, text) => text + Buffer.from(found).toString("hex"),
  "upper-case hexadecimal": (found, text) => text + Buffer.from(found).toString("hex").toUpperCase(),
  Base64: (found) => Buffer.from(found).toString("base64"),
  base64url: (found) => Buffer.from(found).toString("base64url"),
  "Basic authentication": (found, text) => `Basic ${Buffer.from(`${text}:${found}`).toString("base64")}`,
};

describe.each(Object.entries(encodings))("a secret in %s", (_name, encoded) => {
  it("is masked", () => {
    fc.assert(
      fc.property(secret, around, (found, text) => {
        const shown = encoded(found, text);
        const masked = masker([found])(shown);
        expect(masked).toContain("***");
        // At most the digit that the secret shares with its neighbour is left of it on each side.
        const rest = encoded("", text).length;
        expect(masked.replace(/\*{3}/g, "").length).toBeLessThanOrEqual(rest + 4);
      }),
    );
  });
});

describe("masker", () => {
  it("masks the longest secret first, and ignores empty ones", () => {
    expect(masker(["", "abc", "abcdef"])("abcdef abc")).toBe("*** ***");
    expect(masker([""])("abc")).toBe("abc");
  });

  it("doesn't look for encodings that would occur by chance", () => {
    expect(masker(["a b"])("YSBi 612062 a%20b a b")).toBe("YSBi 612062 a%20b ***");
  });
});

describe("maskData", () => {
  it("masks every string, names of properties included, and keeps everything else", () => {
    const data = JSON.parse('{"my secret":["x secret",1,null,{"__proto__":"secret"}]}') as unknown;
    const masked = maskData(data, masker(["secret"]));
    expect(JSON.stringify(masked)).toBe('{"my ***":["x ***",1,null,{"__proto__":"***"}]}');
  });
});
