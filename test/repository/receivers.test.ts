import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/generator/emit/contract-folder.js";

interface Verdict {
  readonly kind: string;
  readonly hand: "right" | "wrong" | "open" | "not-applicable";
  readonly suite: "passes" | "fails" | "info" | "not-judged";
}

interface JudgedReceiver {
  readonly scheme: string;
  readonly where: string;
  readonly verdicts: readonly Verdict[];
}

const { outcome, receiversPage } = (await import(
  /* @vite-ignore */ new URL("../../tools/receivers/page.mjs", import.meta.url).href
)) as {
  readonly outcome: (verdict: Omit<Verdict, "kind">) => string;
  readonly receiversPage: (receivers: readonly JudgedReceiver[]) => string;
};

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const receivers = JSON.parse(read("docs/reference/receivers.json")) as readonly JudgedReceiver[];

describe("the page of receivers", () => {
  it("is what the verdicts beside it say", () => {
    expect(read("docs/reference/receivers.md")).toBe(receiversPage(receivers));
  });

  it("has receivers of at least five schemes, each judged in every kind once", () => {
    expect(new Set(receivers.map(({ scheme }) => scheme)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(receivers.map(({ where }) => where)).size).toBe(receivers.length);
    for (const { where, verdicts } of receivers) {
      expect(new Set(verdicts.map(({ kind }) => kind)).size, where).toBe(verdicts.length);
      expect(verdicts.length, where).toBeGreaterThanOrEqual(19);
    }
  });

  it.each([
    ["wrong", "fails", "true finding"],
    ["wrong", "info", "told as information"],
    ["wrong", "passes", "missed"],
    ["right", "fails", "false finding"],
    ["right", "info", "true pass"],
    ["open", "fails", "false finding"],
    ["open", "passes", "left open"],
    ["wrong", "not-judged", "not judged"],
  ] as const)("counts %s by hand and %s of the suite as a %s", (hand, suite, expected) => {
    expect(outcome({ hand, suite })).toBe(expected);
  });
});
