import fc from "fast-check";
import type { ChangeFinding, ComparisonResult } from "../../../../../commands/diff/comparison.js";
import { hostileText as text } from "../../conform/report/hostile-report.js";
import { toComparison } from "./example-comparison.js";

const place = fc.record({
  file: text.map((name) => `contracts/${name}`),
  line: fc.constant(3),
  column: fc.constant(4),
  pointer: text.map((name) => `/${name}`),
});

const finding: fc.Arbitrary<ChangeFinding> = fc
  .record({
    base: fc.record({
      code: fc.constantFrom("schema-narrowed" as const, "schema-added" as const),
      change: fc.constantFrom(
        "added" as const,
        "removed" as const,
        "changed" as const,
        "deprecated" as const,
      ),
      breaks: fc.constantFrom("wire" as const, "source" as const),
      verdict: fc.constantFrom(
        "breaking" as const,
        "risky" as const,
        "undecided" as const,
        "compatible" as const,
      ),
      affects: fc.constantFrom(["consumer" as const], ["anyone" as const]),
      subjects: fc.array(text, { maxLength: 13 }),
      message: text,
    }),
    optional: fc.record(
      {
        old: place,
        remedy: text,
        witness: fc.record({
          document: fc.oneof(text, fc.dictionary(text, fc.array(text))),
          validIn: fc.constantFrom("old" as const, "new" as const),
        }),
        accepted: fc.record({ reason: text, until: text }),
      },
      { requiredKeys: [] },
    ),
    current: place,
  })
  .map(({ base, optional, current }) => ({
    ...base,
    ...optional,
    ...(base.change === "removed" && optional.old !== undefined ? {} : { new: current }),
    level: ({ breaking: "error", risky: "warning", undecided: "warning", compatible: "info" } as const)[
      base.verdict
    ],
  }));

/** Comparisons with hostile text in every field. */
export const hostileComparison: fc.Arbitrary<ComparisonResult> = fc
  .array(finding, { minLength: 1, maxLength: 4 })
  .map(toComparison);
