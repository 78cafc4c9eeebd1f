import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../commands/conform/result.js";
import { type BoardsFault, createBoards } from "../../../../support/commands/conform/api/habits/boards.js";
import {
  failedCases,
  repeatedIds,
  runHabit,
  unreached,
} from "../../../../support/commands/conform/api/habits/run-habit.js";
import { failures } from "../../../../support/commands/conform/api/run-shop.js";

const run = (fault?: BoardsFault): Promise<Report> => runHabit(createBoards(fault));

describe("boards of teams", () => {
  it("break no rule: places that shift, columns of a new board, trimmed texts, chosen stages, days in queries, full names", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    expect(unreached(report)).toEqual([]);
    expect(repeatedIds(report)).toEqual([]);
  });

  it.each([
    ["lists the columns of all boards", "nested/listColumns (must)"],
    ["keeps a removed column", "deleted-gone/removeColumn (must)"],
    ["removes columns for anybody", "credential-missing/removeColumn/effect (must)"],
    ["renames the neighbours of a new column", "created-readable/addColumn (must)"],
    ["escapes notes", "texts/addCard/markup (must)"],
    ["doesn't move deals", "action-shown/moveDeal/won (must)"],
    ["lists smaller deals, too", "matches/listDeals/minAmount (must)"],
    // `after` may mean that day or later, so that it isn't a `must`.
    ["lists who was hired before, too", "filter-values/listPeople/hiredAfter (should)"],
    ["takes a promotion back", "update-keeps/changePerson/promote (should)"],
  ] as const)("are found if the server %s", async (fault, found) => {
    expect(failedCases(await run(fault))).toContain(found);
  });
});
