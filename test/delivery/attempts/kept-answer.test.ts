import { expect, it } from "vitest";
import { keptAnswer } from "../../../delivery/attempts/kept-answer.js";

const answered = (body: string | Uint8Array, truncated = false) =>
  ({
    kind: "answered",
    status: 500,
    headers: {},
    body: Buffer.from(body),
    truncated,
    durationMs: 1,
  }) as const;

it("keeps the beginning of an answer as text", () => {
  expect(keptAnswer(answered("broken"), 100)).toBe("broken");
  expect(keptAnswer(answered("broken"), 3)).toBe("bro");
  expect(keptAnswer(answered(""), 100)).toBeNull();
  expect(keptAnswer({ kind: "failed", code: "timed-out", reason: "", durationMs: 1 }, 100)).toBeNull();
});

it("keeps only what every store can hold", () => {
  expect(keptAnswer(answered("a\0b"), 100)).toBe("ab");
  expect(keptAnswer(answered(Buffer.from([0x61, 0xff, 0x62])), 100)).toBe("a\ufffdb");
  expect(keptAnswer(answered("aü"), 2)).toBe("a");
  expect(keptAnswer(answered(Buffer.from("aü").subarray(0, 2), true), 100)).toBe("a");
});

it("keeps no credential that the receiver sends back, in whole or cut", () => {
  const hidden = {
    signingSecret: "signing secret",
    verificationToken: 'to"ken of ours',
    encryptKey: "encrypt key 1",
  };
  const body = `${JSON.stringify({ token: hidden.verificationToken, a: hidden.encryptKey })} signing secret to"ken of ours`;
  expect(keptAnswer(answered(body), 1000, hidden)).toBe(
    '{"token":"[redacted]","a":"[redacted]"} [redacted] [redacted]',
  );
  for (const length of [18, 20, 24]) {
    expect(keptAnswer(answered(body), length, hidden)).toMatch(/^\{"token":"\[redacted\]"?,?"?$/);
    expect(keptAnswer(answered(body.slice(0, length), true), 1000, hidden)).not.toContain('to\\"k');
  }
});

it("keeps no credential in an encoding in which a program may show the body", () => {
  const verificationToken = "tok/en-of+ours_0123456789=?ü";
  const hidden = { signingSecret: "signing secret", verificationToken };
  const shown = (text: string) => keptAnswer(answered(text), 4096, hidden);
  for (const before of ["", "a", "ab", "abc"]) {
    const body = JSON.stringify({ before, token: verificationToken, after: "after" });
    for (const encoding of ["base64", "base64url", "hex"] as const) {
      const text = Buffer.from(body).toString(encoding);
      const kept = shown(text) ?? "";
      expect(kept).toContain("[redacted]");
      expect(Buffer.from(kept.split("[redacted]")[0] ?? "", encoding).toString()).not.toContain("tok/en");
      expect(kept.length).toBeLessThan(text.length - 20);
    }
    expect(shown(body.replaceAll("/", "\\/"))).toContain('"token":"[redacted]"');
    expect(shown(JSON.stringify({ body }))).toContain("[redacted]");
    expect(shown(encodeURIComponent(body))).toContain("%22token%22%3A%22[redacted]%22");
  }
  const cut = Buffer.from(`{"token":"${verificationToken}"}`).toString("base64").slice(0, 30);
  expect(keptAnswer(answered(cut, true), 4096, hidden)).toMatch(/^.{13,15}\[redacted\]$/);
});
