import { describe, expect, it } from "vitest";
import { conditionFaults } from "../../../support/commands/conform/api/condition-faults.js";
import { encodingFaults } from "../../../support/commands/conform/api/encoding-faults.js";
import { runPlanted } from "../../../support/commands/conform/api/planted.js";

describe("a planted fault about HTTP", () => {
  it.each([...conditionFaults, ...encodingFaults].map(([fault, glob]) => [fault.id, glob, fault] as const))(
    "%s fails %s",
    async (_, glob, fault) => {
      const { results, conforms } = await runPlanted(fault.server, { ...fault, severity: "medium" }, [glob]);
      const failed = results.filter(({ result }) => result === "failed");
      expect(failed.map(({ level }) => level)).toContain("must");
      expect(conforms).toBe(false);
    },
  );

  it("is a should if a map loses a key such as `__proto__`", async () => {
    const fault = {
      id: "express-labels-copied",
      server: "express",
      kind: "encoding",
      severity: "slight",
      what: "A label `__proto__` is lost.",
      replace: [
        "labels: {}, ...given, total };",
        "labels: {}, ...given, total };\n    const own = {};\n    for (const [name, value] of Object.entries(order.labels)) own[name] = value;\n    order.labels = own;",
      ],
    } as const;
    const { results } = await runPlanted(fault.server, fault, ["map-keys/createOrder"]);
    expect(results).toMatchObject([{ id: "map-keys/createOrder", result: "failed", level: "should" }]);
  });
});
