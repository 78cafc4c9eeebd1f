import { describe, expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const schema = {
  "a.schema.json": { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" },
};

interface Clause {
  readonly id?: string;
  readonly level?: string;
  readonly text?: string;
  readonly not_enforced?: string;
}

function ledger(...clauses: readonly Clause[]) {
  const written = clauses.map((clause) => ({
    id: "1-rule",
    section: "§1",
    level: "should",
    text: "Answer within a second.",
    ...(clause.not_enforced === undefined && { enforced: ["contracts/a.schema.json"] }),
    ...clause,
  }));
  return { ...schema, "clauses.json": { clauses: written } };
}

async function verdicts(...[old, current]: [readonly Clause[], readonly Clause[]]): Promise<string[]> {
  const versions = [ledger(...old), ledger(...current)] as const;
  const of = async (party: "consumer" | "provider") =>
    (await compareTexts(...versions, party)).map(({ code, verdict }) => `${party}: ${code} ${verdict}`);
  return [...(await of("consumer")), ...(await of("provider"))];
}

const other: Clause = { id: "2-other", text: "Use UTC." };
const platform = { not_enforced: "platform" };

describe("clauses", () => {
  it("blames a raised level on those who must follow the clause", async () => {
    expect(await verdicts([{ level: "should" }], [{ level: "must" }])).toEqual([
      "consumer: clause-raised breaking",
      "provider: clause-raised compatible",
    ]);
    expect(await verdicts([{ level: "info" }], [{ level: "should" }])).toContain(
      "consumer: clause-raised risky",
    );
    expect(await verdicts([{ ...platform, level: "should" }], [{ ...platform, level: "must" }])).toEqual([
      "consumer: clause-raised compatible",
      "provider: clause-raised breaking",
    ]);
  });

  it("takes a lowered level for compatible, unless the other side relies on it", async () => {
    expect(await verdicts([{ level: "must" }], [{ level: "should" }])).toContain(
      "consumer: clause-lowered compatible",
    );
    expect(await verdicts([{ ...platform, level: "must" }], [{ ...platform, level: "info" }])).toContain(
      "consumer: clause-lowered risky",
    );
  });

  it("judges new and removed clauses by their level", async () => {
    expect(await verdicts([other], [other, { level: "must" }])).toContain("consumer: clause-added breaking");
    expect(await verdicts([other], [other, { level: "should" }])).toContain("consumer: clause-added risky");
    expect(await verdicts([other], [other, { level: "unspecified" }])).toContain(
      "consumer: clause-added compatible",
    );
    expect(await verdicts([other, { level: "must" }], [other])).toEqual([
      "consumer: clause-removed compatible",
      "provider: clause-removed risky",
    ]);
  });

  it("asks both sides to read a clause again that says something else", async () => {
    expect(await verdicts([{ text: "Answer soon." }], [{ text: "Answer at once." }])).toEqual([
      "consumer: clause-reworded risky",
      "provider: clause-reworded risky",
    ]);
    const info = { level: "info" };
    expect(await verdicts([{ ...info, text: "It's fast." }], [{ ...info, text: "It's quick." }])).toContain(
      "consumer: clause-reworded compatible",
    );
  });

  it("says who must follow a clause now", async () => {
    const must = { level: "must" };
    expect(await verdicts([{ ...must, ...platform }], [{ ...must, not_enforced: "integrator" }])).toContain(
      "consumer: clause-reassigned breaking",
    );
    expect(await verdicts([{ ...must, ...platform }], [{ ...must, not_enforced: "console" }])).toEqual([]);
  });

  it("takes a clause with another id and the same text for the same", async () => {
    expect(await verdicts([{ id: "1-rule" }], [{ id: "3-rule" }])).toEqual([]);
  });
});
