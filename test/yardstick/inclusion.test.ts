import { describe, expect, it } from "vitest";
import { decideInclusion } from "../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../commands/diff/schemas/compare-schema-files.js";
import { pinned } from "../support/commands/diff/inclusion/pinned.js";
import { openSuite } from "../support/yardstick/suite.js";
import known from "./known-deviations.json" with { type: "json" };

const suite = openSuite();
const files = ["draft2020-12", "draft7"].flatMap((draft) => [
  ...suite.filesIn(draft),
  ...suite.filesIn(`${draft}/optional`),
  ...suite.filesIn(`${draft}/optional/format`),
]);
const deviating = new Map(known.deviations.map(({ file, cases }) => [file, new Set(cases)]));
const options = { now: () => 0 };
const undecided: string[] = [];
let decided = 0;

/** A schema that is read as the suite's file says. */
function source(schema: unknown, file: string): unknown {
  const isOld = file.startsWith("draft7/") && typeof schema === "object" && schema !== null;
  return isOld && !("$schema" in schema)
    ? { $schema: "http://json-schema.org/draft-07/schema#", ...schema }
    : schema;
}

describe.each(files)("%s", (file) => {
  it("each schema includes itself, its valid instances and no invalid ones", () => {
    for (const { description, schema, tests } of suite.read(file)) {
      const define = () => schemaDefinition({ schema: source(schema, file), schemas: suite.remotes });
      let definition: ReturnType<typeof define>;
      try {
        definition = define();
      } catch {
        continue; // The suite's own test lists the schemas that are refused.
      }
      expect(decideInclusion({ of: definition, in: define() }, options)).toEqual({ kind: "included" });
      for (const { description: name, data, valid } of tests) {
        if (deviating.get(file)?.has(`${description} | ${name}`)) continue;
        const instance = schemaDefinition({ schema: pinned(data) });
        const verdict = decideInclusion({ of: instance, in: definition }, options);
        if (verdict.kind === "undecided") {
          undecided.push(`${file} | ${description} | ${name}: ${verdict.reason}`);
          continue;
        }
        decided++;
        expect({ description, name, data, valid: verdict.kind === "included" }).toEqual({
          description,
          name,
          data,
          valid,
        });
        if (verdict.kind === "not-included") expect(verdict.witnesses).toEqual([data]);
      }
    }
  });
});

describe("the instances of the suite", () => {
  it("are all decided", () => {
    expect(decided).toBeGreaterThan(2_000);
    expect(undecided).toEqual([]);
  });
});
