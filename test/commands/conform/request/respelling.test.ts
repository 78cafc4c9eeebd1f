import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edited } from "../../../../commands/conform/request/change.js";
import { respelled } from "../../../../commands/conform/request/respelling.js";
import type { Respelling, TextEncodingName } from "../../../../commands/conform/suite/body-spelling.js";

const respellings: readonly Respelling[] = [
  "fractions",
  "exponents",
  "escapes",
  "slashes",
  "doubled-member",
  "crlf",
  "sorted",
];

/** Bodies: an event, or a batch of them. */
const bodies = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
);

describe("a body in another spelling", () => {
  it.each(respellings)("is the same JSON (%s)", (how) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const text = JSON.stringify(body);
        expect(JSON.parse(respelled(text, how))).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each<[Respelling, string]>([
    ["fractions", '{"z\\u0061":1.0,"b":[-2.0,0.5,"3/4"],"a":true}'],
    ["exponents", '{"z\\u0061":1e0,"b":[-2e0,0.5,"3/4"],"a":true}'],
    ["escapes", '{"\\u007a\\u0061":1,"\\u0062":[-2,0.5,"3/4"],"\\u0061":true}'],
    ["slashes", '{"z\\u0061":1,"b":[-2,0.5,"3\\/4"],"a":true}'],
    ["doubled-member", '{"za":1,"z\\u0061":1,"b":[-2,0.5,"3/4"],"a":true}'],
    ["crlf", '{\r\n"z\\u0061":1,"b":[-2,0.5,"3/4"],"a":true}'],
    ["sorted", '{"a":true,"b":[-2,0.5,"3/4"],"za":1}'],
  ])("has what its name says (%s)", (how, text) => {
    expect(respelled('{"z\\u0061":1,"b":[-2,0.5,"3/4"],"a":true}', how)).toBe(text);
  });

  it("stays as it is if it has nothing that can be spelled so", () => {
    for (const how of ["fractions", "exponents", "escapes", "slashes", "doubled-member"] as const)
      expect(respelled("[{}]", how)).toBe("[{}]");
  });
});

/** Each encoding, and what undoes it. */
const decoders: Readonly<Record<TextEncodingName, (bytes: Buffer) => string>> = {
  base64: (bytes) => Buffer.from(bytes.toString(), "base64").toString(),
  base64url: (bytes) => Buffer.from(bytes.toString(), "base64url").toString(),
  hex: (bytes) => Buffer.from(bytes.toString(), "hex").toString(),
  percent: (bytes) => decodeURIComponent(bytes.toString()),
  form: (bytes) => new URLSearchParams(bytes.toString()).get("payload") ?? "",
  "utf-16le": (bytes) => new TextDecoder("utf-16le").decode(bytes),
  "utf-16be": (bytes) => new TextDecoder("utf-16be").decode(bytes),
};

describe("an encoded body", () => {
  it.each(Object.entries(decoders))("is no JSON, unless it is decoded (%s)", (how, decode) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const text = JSON.stringify(body);
        const bytes = Buffer.from(edited(Buffer.from(text), [{ encode: how as TextEncodingName }]));
        expect(decode(bytes)).toBe(text);
        expect(() => JSON.parse(bytes.toString("utf8"))).toThrow(SyntaxError);
      }),
    );
  });
});
