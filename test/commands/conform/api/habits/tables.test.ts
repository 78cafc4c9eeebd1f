import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../commands/conform/result.js";
import {
  failedCases,
  repeatedIds,
  runHabit,
  unreached,
} from "../../../../support/commands/conform/api/habits/run-habit.js";
import { createTables, type TablesFault } from "../../../../support/commands/conform/api/habits/tables.js";
import { failures } from "../../../../support/commands/conform/api/run-shop.js";

const run = (fault?: TablesFault): Promise<Report> => runHabit(createTables(fault));

describe("tables that are served as they are", () => {
  it("break no rule but one: ids of clients, times of the server, unknown formats, comparisons in queries, wrapped items", async () => {
    const report = await run();
    expect(failures(report)).toEqual([
      // A PUT that makes an item must say so by 201 (RFC 9110, section 9.3.4), and the contract has a 404 for unknown ones.
      expect.stringContaining("unknown-item/saveAuthor (must)"),
    ]);
    expect(unreached(report)).toEqual([]);
    expect(repeatedIds(report)).toEqual([]);
  });

  it.each([
    ["names all books alike", "created-readable/createBook (must)"],
    ["loses the country", "created-readable/createAuthor (must)"],
    ["changes all authors", "others-untouched/saveAuthor (must)"],
    ["deletes nothing of what isn't there", "unknown-item/deleteAuthor (should)"],
    ["keeps a deleted review", "deleted-gone/deleteReview (must)"],
    ["loses words at the limit", "accepted/createReview/body/data/words/maxLength (must)"],
    ["begins each page anew", "pages/listAuthors (must)"],
    ["refuses long names", "accepted/createAuthor/body/name/maxLength (must)"],
    ["takes any number of stars", "refused/createReview/body/data/stars/maximum (must)"],
  ] as const)("are found if the server %s", async (fault, found) => {
    expect(failedCases(await run(fault))).toContain(found);
  });
});
