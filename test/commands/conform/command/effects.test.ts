import { describe, expect, it } from "vitest";
import { effectsText } from "../../../../commands/conform/command/effects.js";
import type { Case } from "../../../../commands/conform/index.js";
import { deliver, makeCase } from "../../../support/commands/conform/acme-suite.js";

const delivering = (subject: string): Case =>
  makeCase(`1/${subject}`, [
    { deliver: deliver({ example: { subject, case: "plain" } }), expect: { status: ["accepted"] } },
  ]);
const forged = makeCase("1/forged", [
  { deliver: deliver({ signature: { secret: "other" } }), expect: { status: ["unauthenticated"] } },
]);

describe("what a run says before it begins", () => {
  it("names the events that reach handlers, and how to leave those out", () => {
    const text = effectsText("run", [delivering("note.made"), delivering("note.gone"), forged]);
    expect(text).toBe(
      'The receiver\'s handlers will run: 2 cases deliver valid events with example data (note.made, note.gone). `handlers: "skip"` of createProbe leaves handlers out; in a project of `oipkit init`, OIPKIT_HANDLERS=skip does.\n',
    );
    expect(effectsText("unknown", [delivering("note.made")])).toMatch(
      /^The receiver's handlers may run: 1 case delivers valid events with example data \(note\.made\)\. /,
    );
  });

  it("counts the events beyond eight", () => {
    const cases = Array.from({ length: 10 }, (_, at) => delivering(`note.n${at}`));
    expect(effectsText("run", cases)).toContain("note.n7, and 2 more)");
  });

  it("doesn't list events that have no name", () => {
    const event = makeCase("1/event", [
      { deliver: { event: { id: "1" } }, expect: { status: ["accepted"] } },
    ]);
    expect(effectsText("run", [event])).toContain("1 case delivers valid events with example data. ");
  });

  it("says that nothing runs if handlers are left out, or if only wrong deliveries are sent", () => {
    expect(effectsText("skip", [delivering("note.made")])).toContain("Handlers are left out");
    expect(effectsText("run", [forged])).toBe("");
    expect(effectsText(undefined, [delivering("note.made")])).toBe("");
  });
});
