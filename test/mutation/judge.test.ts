// @needs own-process
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mutant } from "../support/commands/conform/mutants/mutant.js";
import { openWorkshop, type Workshop } from "../support/commands/conform/mutants/workshop.js";
import { fromScripts, type Stage, type Verdict } from "../support/mutation/harness.js";

interface Judging {
  readonly stages: readonly Stage[];
  readonly seed: string;
  readonly answerMs: number;
  readonly limitMs: number;
  readonly durable: boolean;
}

const judge = await fromScripts<(command: readonly string[], judging: Judging) => Promise<Verdict>>(
  "judge.mjs",
  "judge",
);
const readStages = await fromScripts<(only: readonly string[]) => readonly Stage[]>(
  "stages.mjs",
  "readStages",
);

let workshop: Workshop;
beforeAll(() => {
  workshop = openWorkshop();
});
afterAll(() => workshop.remove());

interface Trial extends Partial<Judging> {
  /** Globs on the ids of the cases. */
  readonly only: readonly string[];
}

function judgeMutant(name: string, edits: Mutant["edits"], { only, ...judging }: Trial): Promise<Verdict> {
  const program = workshop.make({ name, edits, clause: "", mistake: "" });
  const limits = { answerMs: 5_000, limitMs: 60_000 };
  const options = { ...limits, stages: readStages(only), seed: "1", durable: true, ...judging };
  return judge([process.execPath, program], options);
}

const complete = "6.3.1/complete";
const answer = "return async ({ method, header, body }) => {\n";

describe("a mutant", () => {
  it("is killed by the case that it fails", async () => {
    const edits = { signature: [["Math.abs(now - stamp)", "now - stamp"]] } as const;
    const only = [complete, "6.3.2/timestamp-future"];
    expect(await judgeMutant("future", edits, { only })).toEqual({
      status: "killed",
      by: "6.3.2/timestamp-future",
      reason: "the receiver returns 204, expected 401",
      configuration: "plaintext",
    });
  });

  it("is killed in a later configuration, if only that shows the fault", async () => {
    const edits = { body: [["sealed.subarray(0, 16)", "sealed.subarray(1, 17)"]] } as const;
    const { status, configuration } = await judgeMutant("vector", edits, { only: [complete] });
    expect({ status, configuration }).toEqual({ status: "killed", configuration: "encrypted" });
  });

  it("survives if it is equivalent", async () => {
    const edits = { inbox: [['? "same" :', '? "" :']] } as const;
    expect(await judgeMutant("equivalent", edits, { only: [complete, "6.4/*"] })).toEqual({
      status: "survived",
    });
  });

  it("is only noted if no case of level must or should fails", async () => {
    const edits = { inbox: [['"same" : "other"', '"same" : "same"']] } as const;
    const only = [complete, "6.4/other-content"];
    expect(await judgeMutant("noted", edits, { only })).toMatchObject({
      status: "noted",
      by: "6.4/other-content",
    });
  });

  it("is killed if it doesn't start", async () => {
    const edits = { webhook: [["const callbackType", "throw new Error();\nconst callbackType"]] } as const;
    expect(await judgeMutant("no-start", edits, { only: [complete] })).toMatchObject({
      status: "killed",
      by: "start",
    });
  });

  it("is killed by time-out if it doesn't answer a delivery", async () => {
    const edits = {
      webhook: [[answer, `${answer}    if (method === "POST") for (;;) {}\n`]],
    } as const;
    expect(await judgeMutant("hanging", edits, { only: [complete], answerMs: 300 })).toMatchObject({
      status: "timeout",
      by: complete,
    });
  });

  it("is killed by time-out if the whole run takes too long", async () => {
    expect(await judgeMutant("slow", {}, { only: [complete], limitMs: 1 })).toMatchObject({
      status: "timeout",
      by: "limit",
    });
  });

  it("survives a failure that doesn't repeat itself", async () => {
    const edits = {
      webhook: [
        ["const callbackType", "let first = true;\nconst callbackType"],
        [
          answer,
          `${answer}    if (method === "POST" && first) {\n      first = false;\n      return { status: 500 };\n    }\n`,
        ],
      ],
    } as const;
    expect(await judgeMutant("unstable", edits, { only: [complete] })).toEqual({ status: "survived" });
  });
});
