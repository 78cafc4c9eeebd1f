import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseIdentity, readIdentity } from "../../../../platform/sandbox/data/identity.js";

const file = fileURLToPath(new URL("../../../../contracts/sandbox/identity.yaml", import.meta.url));
const text = readFileSync(file, "utf8");

describe("identity.yaml", () => {
  it("says how long tokens last, in seconds", () => {
    expect(readIdentity(file)).toMatchObject({
      lifetimes: { applicationToken: 3600, authorizationCode: 60, refreshToken: 1_209_600 },
      limits: { rows: 10_000 },
    });
  });

  it.each([
    ["user_token: PT1H", "user_token: 3600", "data-shape", "`lifetimes.user_token` must be a text"],
    ["user_token: PT1H", "user_token: 1 hour", "data-shape", "ISO 8601"],
    ["user_token: PT1H", "user_token: PT0S", "data-shape", "between a second and a hundred years"],
    ["user_token: PT1H", "user_token: P9999Y", "data-shape", "between a second and a hundred years"],
    ["user_token: PT1H", "user_tokens: PT1H", "data-shape", "`lifetimes` needs `user_token`"],
    ["limits:", "limit:", "data-shape", "`limits`"],
    ["rows: 10000", "rows: 0", "data-shape", "`limits.rows` must be a whole number"],
    ["rows: 10000", "rows: 1\n  row: 1", "data-shape", "Did you mean `rows`?"],
    ["limits:", "limits: [", "data-syntax", "flow sequence"],
  ])("with %j as %j is refused with its place", (from, to, code, message) => {
    const refused = () => parseIdentity({ file: "mine.yaml", text: text.replace(from, to) });
    expect(refused).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(/^mine\.yaml:\d+:\d+: /) }),
    );
    expect(refused).toThrow(message);
  });

  it("that isn't there is refused", () => {
    expect(() => readIdentity("/nowhere/identity.yaml")).toThrow(
      expect.objectContaining({ code: "data-unreadable" }),
    );
  });
});
