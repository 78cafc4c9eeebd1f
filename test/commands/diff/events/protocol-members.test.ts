import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { effectiveProtocol } from "../../../../commands/diff/events/protocol/protocol-parts.js";
import { memberRules } from "../../../../commands/diff/events/protocol/protocol-rules.js";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";
import { changedLeaves, withLeaf } from "../../../support/commands/diff/events/protocol-leaves.js";
import type { Data } from "../../../support/commands/diff/events/small-events.js";
import { full, withProtocol as of, small } from "../../../support/commands/diff/events/small-protocols.js";

const schema = parse(readFileSync("reader/vocabulary/webhook-protocol.schema.yaml", "utf8")) as Data;
const signature = small().signature as Data;

describe("no change of a protocol is silent", () => {
  const leaves = changedLeaves(schema, full);

  it("knows a value for every member of the vocabulary", () => {
    expect(leaves.length).toBeGreaterThan(65);
    expect(leaves.filter(({ path }) => !has(full, path))).toEqual([]);
  });

  it.each(leaves)("finds another value, a new one and none of $path", async ({ path, other }) => {
    const without = of(withLeaf(full, path, undefined));
    for (const [old, current] of [
      [of(full), of(withLeaf(full, path, other))],
      [of(full), without],
      [without, of(full)],
    ] as const) {
      const findings = await compareTexts(old, current, "consumer", "provider");
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.map(({ code }) => code)).not.toContain("protocol-changed");
    }
  });

  it("warns both sides about a member that it doesn't know", async () => {
    for (const [old, current] of [
      [small({ quotas: { perMinute: 10 } }), small({ quotas: { perMinute: 20 } })],
      [small({ quotas: { perMinute: 10 } }), small()],
      [small(), small({ quotas: { perMinute: 10 } })],
      [small({ signature }), small({ signature: { ...signature, salt: 1 } })],
    ] as const)
      for (const party of ["consumer", "provider"] as const)
        expect(await compareTexts(of(old), of(current), party)).toMatchObject([
          { code: "protocol-changed", level: "warning" },
        ]);
  });

  it("finds nothing in another order of what the signature of a message covers", async () => {
    const covering = (...content: readonly unknown[]) =>
      of(small({ signature: { form: "http-message-signatures", algorithm: "ed25519", content } }));
    const old = covering("method", { header: "Content-Type" }, "body");
    const reordered = covering("body", "method", { header: "content-type" });
    const more = covering("body", "method", "path", { header: "content-type" });
    expect(await compareTexts(old, reordered, "consumer", "provider")).toEqual([]);
    expect(await compareTexts(old, more, "consumer", "provider")).toMatchObject([
      { code: "signature-changed", level: "error" },
    ]);
  });

  it("has a rule for each member of its effective form, and no others", () => {
    expect(Object.keys(memberRules).sort()).toEqual(leafPointers(effectiveProtocol(full)).sort());
  });
});

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  return value !== null && typeof value === "object" && has((value as Data)[name], rest);
}

const whole: readonly string[] = [
  "/signature/key",
  "/verification/answer",
  "/timestamp/source",
  "/responses/source",
  ...Object.keys(full.rules).map((rule) => `/rules/${rule}`),
];

function leafPointers(value: unknown, pointer = ""): string[] {
  if (value === null || typeof value !== "object" || Array.isArray(value) || whole.includes(pointer))
    return [pointer];
  return Object.entries(value).flatMap(([name, member]) => leafPointers(member, `${pointer}/${name}`));
}
