import { describe, expect, it } from "vitest";
import { miss } from "../../../../commands/conform/check/expectation.js";
import { acme } from "../../../support/runtime/webhook/acme.js";

describe("a header that an answer must have", () => {
  const reasonFor = (allow: string | undefined, lists?: string): string | undefined => {
    const got = {
      status: 405,
      headers: allow === undefined ? [] : ([["Allow", allow]] as const),
      body: new Uint8Array(),
      firstByteMs: 0,
      elapsedMs: 0,
    };
    const sent = { method: "PUT", headers: [], body: new Uint8Array() };
    const expected = { status: [405], header: "allow", ...(lists !== undefined && { lists }) };
    return miss(acme, expected, { sent, got, toleranceMs: 0 })?.actual.text;
  };

  it("isn't absent or empty", () => {
    expect([reasonFor(undefined), reasonFor(""), reasonFor(" ,"), reasonFor("GET")]).toEqual([
      "none",
      "``",
      "` ,`",
      undefined,
    ]);
  });

  it("lists a value, if one is required", () => {
    expect([reasonFor("GET,  POST", "POST"), reasonFor("POST", "POST")]).toEqual([undefined, undefined]);
    expect([reasonFor("GET", "POST"), reasonFor("POSTS", "POST")]).toEqual(["`GET`", "`POSTS`"]);
  });
});
