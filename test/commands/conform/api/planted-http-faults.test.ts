import { describe, expect, it } from "vitest";
import type { Fault } from "../../../support/api-servers/faults/fault.js";
import { conditionFaults } from "../../../support/commands/conform/api/condition-faults.js";
import { encodingFaults } from "../../../support/commands/conform/api/encoding-faults.js";
import { runPlanted } from "../../../support/commands/conform/api/planted.js";

const labelsCopied: Fault = {
  id: "express-labels-copied",
  server: "express",
  kind: "encoding",
  severity: "slight",
  what: "A label `__proto__` is lost.",
  replace: [
    "labels: {}, ...given, total };",
    "labels: {}, ...given, total };\n    const own = {};\n    for (const [name, value] of Object.entries(order.labels)) own[name] = value;\n    order.labels = own;",
  ],
};

const timesInUtc: Fault = {
  id: "fastify-times-utc",
  server: "fastify",
  kind: "body",
  severity: "slight",
  what: "Times come back in UTC.",
  replace: [
    "const fields = { private: false, guests: [], ...validBody(BookingInput, body) };",
    "const fields = { private: false, guests: [], ...validBody(BookingInput, body) };\n    fields.start = new Date(fields.start).toISOString();",
  ],
};

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

  it.each([
    ["map-keys/createOrder", labelsCopied],
    ["exact-times/createBooking", timesInUtc],
  ])("that the contract hardly forbids is a should of %s", async (id, fault) => {
    const { results } = await runPlanted(fault.server, fault, [id]);
    expect(results).toMatchObject([{ id, result: "failed", level: "should" }]);
  });
});
