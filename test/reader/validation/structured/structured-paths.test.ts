import fc from "fast-check";
import { expect, it } from "vitest";
import { entryPaths } from "../../../support/reader/validation/entry-paths/entry-paths.js";
import { judgeCases } from "../../../support/reader/validation/structured/judge-cases.js";
import {
  caseName,
  namedSchemas,
  structuredCase,
} from "../../../support/reader/validation/structured/structured-cases.js";

const prefix = "#/components/schemas/";
it("schemas whose parts speak of the same property mean the same on every way into a program", async () => {
  let pairs = 0;
  const sent = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(structuredCase, { minLength: 1, maxLength: 12, size: "max" }),
      async (cases) => {
        const schemas = namedSchemas(cases, prefix);
        const judge = judgeCases(cases);
        const { paths, remove } = await entryPaths(schemas as Parameters<typeof entryPaths>[0], {
          subjects: cases.map((_, index) => caseName(index)),
        });
        try {
          for (const [index, { schema, definitions, values }] of cases.entries()) {
            const wanted = values.map(judge(index));
            for (const { name, verdicts } of paths) {
              const found = await verdicts(caseName(index), values);
              for (const [position, verdict] of found.entries()) {
                if (verdict === undefined) continue;
                pairs++;
                sent.add(name);
                if (verdict === wanted[position]) continue;
                const place = { path: name, schema, definitions, value: values[position] };
                expect({ ...place, valid: verdict }).toEqual({ ...place, valid: wanted[position] });
              }
            }
          }
          // Objects and lists aren't sent as texts.
          const possible = paths.map(({ name }) => name).filter((name) => !name.endsWith("as text"));
          expect(possible.filter((name) => !sent.has(name))).toEqual([]);
        } finally {
          await remove();
        }
      },
    ),
    { numRuns: 1 },
  );
  expect(pairs).toBeGreaterThan(2_000);
});
