import { describe, expect, it } from "vitest";
import { bookingFaults } from "../../../support/commands/conform/api/booking-faults.js";
import { runPlanted } from "../../../support/commands/conform/api/planted.js";
import { failures } from "../../../support/commands/conform/api/run-shop.js";
import { stateFaults } from "../../../support/commands/conform/api/state-faults.js";

describe("a planted fault about states", () => {
  it.each([...stateFaults, ...bookingFaults].map(([fault, glob]) => [fault.id, glob, fault] as const))(
    "%s fails %s",
    async (_, glob, fault) => {
      const report = await runPlanted(fault.server, { ...fault, severity: "medium" }, [glob]);
      expect(failures(report).length).toBeGreaterThan(0);
      expect(report.conforms).toBe(false);
    },
  );

  it("is a should if a replacement takes back what an action has done", async () => {
    const fault = {
      id: "python-put-draft",
      server: "python",
      kind: "state",
      severity: "medium",
      what: "A replacement makes a draft of a published article.",
      replace: [
        "    change(article, content={**DEFAULTS, **content})",
        '    change(article, content={**DEFAULTS, **content}, state="draft")',
      ],
    } as const;
    const { results } = await runPlanted(fault.server, fault, ["update-keeps/putArticle/published"]);
    expect(results).toMatchObject([
      { id: "update-keeps/putArticle/published", result: "failed", level: "should" },
    ]);
  });
});
