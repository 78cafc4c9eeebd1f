import { describe, expect, it } from "vitest";
import { takeToken } from "../../../runtime/webhook/token.js";

describe("takeToken", () => {
  it.each([
    ["first", '{"t":"x","a":1,"b":{"t":"y"}}'],
    ["in the midst", '{"a":1,"t":"x","b":{"t":"y"}}'],
    ["last", '{"a":1,"b":{"t":"y"},"t":"x"}'],
    ["twice", '{"t":"w","a":1,"b":{"t":"y"},"t":"x"}'],
  ])("takes off a token that stands %s", (_, text) => {
    expect(takeToken(JSON.parse(text), "t")).toEqual({ token: "x", event: { a: 1, b: { t: "y" } } });
  });

  it("finds none where there is none of its own", () => {
    expect(takeToken(JSON.parse('{"a":1,"__proto__":{"t":"x"}}'), "t").token).toBeUndefined();
    expect(takeToken({}, "t")).toEqual({ token: undefined, event: {} });
  });
});
