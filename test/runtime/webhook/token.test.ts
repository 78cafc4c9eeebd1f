import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeToken, tokenMatcher } from "../../../runtime/webhook/wire/token.js";

describe("takeToken", () => {
  it.each([
    ["first", '{"t":"x","a":1,"b":{"t":"y"}}'],
    ["in the middle", '{"a":1,"t":"x","b":{"t":"y"}}'],
    ["last", '{"a":1,"b":{"t":"y"},"t":"x"}'],
    ["twice", '{"t":"w","a":1,"b":{"t":"y"},"t":"x"}'],
  ])("removes a token that occurs %s", (_, text) => {
    expect(takeToken(JSON.parse(text), "t")).toEqual({ token: "x", event: { a: 1, b: { t: "y" } } });
  });

  it("finds no inherited token", () => {
    expect(takeToken(JSON.parse('{"a":1,"__proto__":{"t":"x"}}'), "t").token).toBeUndefined();
    expect(takeToken({}, "t")).toEqual({ token: undefined, event: {} });
  });
});

describe("tokenMatcher", () => {
  it("matches only its own token, whatever it was compared with before", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 12 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), fc.nat(), (token, others, at) => {
        const matches = tokenMatcher(token);
        const alike = [token.slice(0, at % (token.length + 1)), `${token} `, `${token}${token}`, token];
        for (const presented of [...alike, ...others, token]) {
          expect(matches(presented)).toBe(presented === token);
        }
        for (const presented of [undefined, null, 1, [token]]) expect(matches(presented)).toBe(false);
      }),
    );
  });
});
