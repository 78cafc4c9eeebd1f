import { describe, expect, it } from "vitest";
import { type CaseCause, differs, likelyCause, type Miss } from "../../../../commands/conform/check/miss.js";

const status = (wanted: readonly number[], got: number): Miss =>
  differs("status", [wanted, wanted.join(" or ")], [got, `${got}`]);

const cause = "The signature is probably not compared.";

const statusCause = (
  wanted: readonly number[],
  got: number,
  about: CaseCause = { cause },
): string | undefined => likelyCause(status(wanted, got), about);

describe("the likely cause of an unexpected status", () => {
  it("is that of the case if an invalid request is accepted or a valid one refused", () => {
    expect(statusCause([401], 204)).toBe(cause);
    expect(statusCause([204], 401)).toBe(cause);
    expect(statusCause([401, 422, 400], 200)).toBe(cause);
  });

  it.each([400, 401, 413, 415, 422, 418])("isn't that of the case if %i is only another refusal", (got) => {
    const text = statusCause([409], got);
    expect(text).toMatch(`The request is refused, but with ${got} instead of 409: `);
    expect(text).not.toContain(cause);
  });

  it("isn't that of the case if the request is accepted with another status", () => {
    expect(statusCause([204], 200)).toContain("accepted, but with 200 instead of 204");
  });

  it.each([
    [302, "redirects"],
    [403, "firewall"],
    [404, "another address"],
    [405, "not for this method"],
    [429, "rate limit"],
    [500, "throws an error"],
    [502, "proxy"],
    [503, "unavailable"],
  ])("follows from %i, whatever was expected", (got, words) => {
    for (const wanted of [204, 401]) expect(statusCause([wanted], got)).toContain(words);
  });

  it("is a missing route if a method that should be refused isn't found", () => {
    expect(statusCause([405], 404)).toContain("no route");
  });

  it("is that of the case for the outcomes that the case names", () => {
    const about: CaseCause = { cause, causeIf: ["refused", "error"] };
    expect(statusCause([401], 422, about)).toBe(cause);
    expect(statusCause([401], 500, about)).toBe(cause);
    expect(statusCause([401], 204, about)).toBeUndefined();
    expect(statusCause([401], 422, { cause, causeIf: ["error"] })).toContain("refused, but with 422");
  });

  it("isn't that of the case if a request that prepares it is refused", () => {
    expect(statusCause([204], 401, { cause, preparing: true })).toContain("at the beginning of the case");
    expect(statusCause([204], 500, { cause, preparing: true })).toContain("throws an error");
  });

  it("isn't what a probe would show if the status is wrong already", () => {
    expect(statusCause([204], 401, { cause, probed: true })).toBeUndefined();
    expect(statusCause([204], 401, { cause, probed: true, causeIf: ["refused"] })).toBe(cause);
  });
});

describe("the likely cause of another failure", () => {
  it("is a default body if an answer should be empty", () => {
    const miss = differs("body", ["", "an empty body"], ["OK", "2 bytes"]);
    expect(likelyCause(miss, { cause })).toContain("accepted, but the answer has a body");
    expect(likelyCause(differs("body", ["{}", "{}"], ["", ""]), { cause })).toBe(cause);
  });

  it.each([
    ["timeout", "never answered"],
    ["closed", "crashes"],
    ["malformed", "speak HTTP"],
  ])("follows from the missing answer: %s", (kind, words) => {
    const miss = differs("answer", [[401], "401"], [kind, "no answer"]);
    expect(likelyCause(miss, { cause })).toContain(words);
    expect(likelyCause(miss, { cause, causeIf: ["accepted"] })).toContain(words);
  });

  it("is that of the case if the case names crashes", () => {
    const miss = differs("answer", [[401], "401"], ["closed", "no answer"]);
    expect(likelyCause(miss, { cause, causeIf: ["error"] })).toBe(cause);
  });

  it("is that of the case if a probe shows it", () => {
    expect(likelyCause(differs("inbox", [0, "none"], [1, "one"]), { cause, probed: true })).toBe(cause);
  });
});
