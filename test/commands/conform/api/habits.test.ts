import { beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../../commands/conform/result.js";
import { Notes, type NotesHabits, notesContract } from "../../../support/commands/conform/api/notes-api.js";
import { runSmall } from "../../../support/commands/conform/api/small-api.js";
import { Things, thingsContract } from "../../../support/commands/conform/api/things-api.js";

const run = (habits: NotesHabits = {}, names: readonly string[] = ["alice"]): Promise<Report> =>
  runSmall(notesContract, new Notes(habits).answer, {
    identities: names.map((name) => ({ name, headers: [["authorization", `Bearer ${name}-token`]] })),
  });
const broken = ({ results }: Report, level: string): readonly string[] =>
  results.filter((each) => each.result === "failed" && each.level === level).map(({ id }) => id);

describe("what frameworks do and contracts don't forbid", () => {
  it("breaks no rule: bodies of refusals, HEAD that isn't served, 401 for a forged token, restored items", async () => {
    const report = await run();
    expect(broken(report, "must")).toEqual([]);
    expect(report.results.filter(({ id }) => id === "deleted-gone/deleteNote/restoreNote")).toMatchObject([
      { result: "inconclusive", reason: expect.stringContaining("restores what was deleted") },
    ]);
    expect(report.results.find(({ id }) => id === "pages/listNotes")?.result).toBe("passed");
  });

  it("reports as `should` what is taken in good faith: a default for what is required, a text for a list of it", async () => {
    const found = broken(await run(), "should");
    expect(found).toEqual(
      expect.arrayContaining([
        "refused/listNotes/query/offset/required",
        "refused/addNote/body/colour/required",
        "refused/addNote/body/labels/type",
        "body/addNote/400",
      ]),
    );
    // Members of an object are parameters of their own, so that this would be the case above.
    expect(found).not.toContain("refused/listNotes/query/offset/type");
  });

  it("reports a method that only the server knows as `should`", async () => {
    const report = await run({ extra: "PATCH" });
    expect(broken(report, "must")).toEqual([]);
    expect(broken(report, "should")).toContain("method/notes/PATCH");
  });

  it.each([403, 429])(
    "takes an undeclared %i for a refusal of the identity, not for a broken contract",
    async (status) => {
      const refusals = { "bob-token": { status, body: { message: "not you" } } };
      expect(broken(await run({ refusals }, ["alice", "bob"]), "must")).toEqual([]);
    },
  );
});

it("takes 400 for a body that isn't JSON for granted, where the contract says what an invalid one is answered with", async () => {
  const contract = notesContract.replaceAll('"400"', '"422"');
  const identities = [{ name: "alice", headers: [["authorization", "Bearer alice-token"]] as const }];
  const report = await runSmall(contract, new Notes({ invalidStatus: 422 }).answer, { identities });
  expect(broken(report, "must")).toEqual([]);
});

describe("servers that know more than their contract says", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runSmall(thingsContract, new Things().answer);
  });

  it("breaks no rule: a wide 4XX, paths that are decoded first, JSON under another name, a PATCH of one member", () => {
    expect(broken(report, "must")).toEqual([]);
    expect(broken(report, "should")).toEqual(
      expect.arrayContaining([
        "malformed/addThing/media-type",
        "refused/changeThing/body/title/required",
        "accepted/addThing/body/keeper/required/present",
      ]),
    );
  });

  it("shows the refusal that a finding is about, though others follow it", () => {
    const { results } = report;
    const own = results.find(({ id }) => id === "accepted/addThing/body/keeper/required/present");
    expect(own?.exchanges.map(({ response }) => response?.status)).toContain(422);
  });

  it("makes what `thing_slug` refers to, and doesn't wait for a stream", () => {
    const { subject, results } = report;
    expect(subject).toMatchObject({
      operations: expect.arrayContaining([
        expect.objectContaining({ id: "getLoan", reached: true }),
        expect.objectContaining({ id: "followEvents", reached: false }),
      ]),
    });
    expect(results.find(({ id }) => id === "server-error/followEvents")).toMatchObject({
      result: "inconclusive",
    });
  });
});
