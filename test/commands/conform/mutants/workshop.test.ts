// @needs own-process
import { describe, expect, it } from "vitest";
import { mutants } from "../../../support/commands/conform/mutants/all.js";
import { mutatedFiles } from "../../../support/commands/conform/mutants/workshop.js";

describe("a mutant", () => {
  it.each(mutants)("$name is the correct receiver with the mutant's edits", (mutant) => {
    const original = mutatedFiles({ ...mutant, edits: {} });
    const changed = [...mutatedFiles(mutant)].filter(([file, text]) => text !== original.get(file));
    expect(changed.map(([file]) => file).sort()).toEqual(
      Object.keys(mutant.edits)
        .map((stem) => `${stem}.mjs`)
        .sort(),
    );
  });

  it("can't be created if an edit doesn't match", () => {
    const [mutant] = mutants;
    const edits = { webhook: [["not there", ""]] } as const;
    expect(() => mutatedFiles({ ...mutant, name: "broken", clause: "", mistake: "", edits })).toThrow(
      "broken: webhook.mjs has 0 times: not there",
    );
  });
});
