import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../commands/conform/result.js";
import { createHub, type HubFault, hubBase } from "../../../../support/commands/conform/api/habits/hub.js";
import {
  failedCases,
  origin,
  repeatedIds,
  runHabit,
  unreached,
} from "../../../../support/commands/conform/api/habits/run-habit.js";
import { failures } from "../../../../support/commands/conform/api/run-shop.js";

const run = (fault?: HubFault): Promise<Report> => runHabit(createHub(fault), { url: `${origin}${hubBase}` });

describe("a hub of repositories below a base path", () => {
  it("breaks no rule: names from Location, public issues, labels of another shape, a state that selects all", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    expect(unreached(report)).toEqual([]);
    expect(repeatedIds(report)).toEqual([]);
  });

  it.each([
    ["links to pages that don't exist", "page-links/listIssues/back (must)"],
    ["names a Location that doesn't exist", "location/createRepo (must)"],
    ["lets anybody change a repository", "foreign/changeRepo (must)"],
    ["lets anybody remove a comment", "foreign/removeComment (must)"],
    ["keeps a removed repository", "deleted-gone/removeRepo (must)"],
    ["removes the neighbour, too", "others-untouched/removeRepo (must)"],
    ["loses a label", "created-readable/openIssue (must)"],
    ["ignores the state", "filter/listIssues/state (must)"],
    ["lists the issues of all repositories", "nested/listIssues (must)"],
    ["doesn't close issues", "action-shown/changeIssue/closed (must)"],
  ] as const)("is found if it %s", async (fault, found) => {
    expect(failedCases(await run(fault))).toContain(found);
  });
});
