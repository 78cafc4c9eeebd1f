import { describe, expect, it } from "vitest";
import type { ApiRunOptions } from "../../../../../commands/conform/api/run/api-run-options.js";
import type { Report } from "../../../../../commands/conform/result.js";
import {
  createMagazine,
  type MagazineFault,
} from "../../../../support/commands/conform/api/habits/magazine.js";
import {
  failedCases,
  repeatedIds,
  runHabit,
  unreached,
} from "../../../../support/commands/conform/api/habits/run-habit.js";
import { failures } from "../../../../support/commands/conform/api/run-shop.js";

const run = (fault?: MagazineFault, options: Partial<ApiRunOptions> = {}): Promise<Report> =>
  runHabit(createMagazine(fault), options);

describe("a magazine whose bodies have wrappers", () => {
  it("breaks no rule: unique names of people, comments and favorites of anybody, deletions by authors only", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    // Nothing says that who signs up has a profile.
    expect(unreached(report)).toEqual(["follow", "unfollow"]);
    expect(repeatedIds(report)).toEqual([]);
  });

  it("breaks no rule either if the user says whose profiles there are", async () => {
    const report = await run(undefined, {
      hooks: { producers: { username: { operation: "signUp", member: "username" } } },
    });
    expect(failures(report)).toEqual([]);
    expect(unreached(report)).toEqual([]);
  });

  it.each([
    ["lets anybody delete an article", "foreign/deleteArticle (must)"],
    ["lets anybody delete a comment", "foreign/deleteComment (must)"],
    ["keeps a deleted article", "deleted-gone/deleteArticle (must)"],
    ["loses a title", "created-readable/createArticle (must)"],
    ["keeps only four tags", "accepted/createArticle/body/article/tags/maxItems (must)"],
    ["refuses short titles", "accepted/createArticle/body/article/title/minLength (must)"],
    ["refuses short passwords", "accepted/signUp/body/user/password/minLength (must)"],
    ["ignores the tag", "filter-values/listArticles/tag (must)"],
  ] as const)("is found if it %s", async (fault, found) => {
    expect(failedCases(await run(fault))).toContain(found);
  });
});
