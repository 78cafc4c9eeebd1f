import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../../reader/package-root.js";
import { levels } from "../../support/commands/diff/oasdiff/levels.js";
import { fillPage, isSilent, type Row } from "../../support/commands/diff/oasdiff/page.js";
import { pairFor } from "../../support/commands/diff/oasdiff/pairs.js";
import { reasons } from "../../support/commands/diff/oasdiff/reasons.js";
import { answerTo, relationBetween } from "../../support/commands/diff/oasdiff/verdicts.js";

const rows: Row[] = [];

/** Every rule of oasdiff, with what is said of a pair of documents in which only that has changed. */
describe("each rule of oasdiff", () => {
  beforeAll(async () => {
    for (const [id, level] of [...levels].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const pair = pairFor(id);
      if (pair === undefined) continue;
      const answer = await answerTo(pair);
      rows.push({ id, answer, relation: relationBetween(level, answer.verdict) });
    }
  }, 240_000);

  it("has a pair of documents", () => {
    expect([...levels.keys()].filter((id) => pairFor(id) === undefined)).toEqual([]);
    expect(rows).toHaveLength(509);
  });

  it("is told, or the contract means what it did", () => {
    expect(rows.filter(isSilent).map(({ id }) => id)).toEqual([]);
  });

  it("has the verdict of its level, or there is a reason why it has another", () => {
    const found = rows.filter(({ relation }) => relation !== "same");
    expect(Object.fromEntries(found.map(({ id, relation }) => [id, relation]))).toEqual(
      Object.fromEntries([...reasons].map(([id, { relation }]) => [id, relation])),
    );
    expect(Object.fromEntries(found.map(({ id, answer }) => [id, answer.verdict]))).toEqual(
      Object.fromEntries([...reasons].map(([id, { ours }]) => [id, ours])),
    );
  });

  it("has a witness where the reason is what a schema says", () => {
    const without = rows.filter(({ id, answer }) => reasons.get(id)?.hasWitness && !answer.hasWitness);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it("is in docs/reference/oasdiff.md (written with UPDATE_GOLDEN=1)", () => {
    const path = join(packageRoot, "docs/reference/oasdiff.md");
    const page = readFileSync(path, "utf8");
    const filled = fillPage(page, rows);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(path, filled);
    else expect(page).toBe(filled);
  });
});
