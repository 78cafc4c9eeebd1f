import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import type { Definition } from "../../../../reader/validation/nodes/node.js";
import { loosened } from "../../../support/commands/diff/inclusion/loosened.js";
import { description } from "../../../support/github-description.js";

type Schemas = Readonly<Record<string, unknown>>;
const { components } = JSON.parse(readFileSync(description, "utf8")) as { components: { schemas: Schemas } };

/** Larger groups of schemas take long to prepare, and don't differ in kind. */
const mostSchemas = 30;

/** OpenAPI 3.0 to 2020-12, as far as this document needs it. */
function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (value === null || typeof value !== "object") return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "example" && key !== "description")
      .map(([key, item]) => [key, translated(item)]),
  ) as Record<string, unknown>;
  if (typeof rest.$ref === "string") return { $ref: rest.$ref.replace("#/components/schemas/", "#/$defs/") };
  if (nullable === true && typeof rest.type === "string") return { ...rest, type: [rest.type, "null"] };
  return rest;
}

/** A schema with all that it refers to; `undefined` if that is too much. */
function closed(name: string): Record<string, unknown> | undefined {
  const found = new Map([[name, translated(components.schemas[name])]]);
  for (const schema of found.values())
    for (const [, ref = ""] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"/]+)"/g)) {
      if (!found.has(ref)) found.set(ref, translated(components.schemas[ref]));
      if (found.size > mostSchemas) return undefined;
    }
  return { ...(found.get(name) as object), $defs: Object.fromEntries(found) };
}

function defined(schema: unknown): Definition | undefined {
  try {
    return schemaDefinition({ schema });
  } catch {
    // Some keywords are invalid without others, and some references then lead nowhere.
    return undefined;
  }
}

it("changed schemas of GitHub's REST description are decided", () => {
  const counts = { included: 0, "not-included": 0, undecided: 0 };
  const pick = fc.record({ name: fc.constantFrom(...Object.keys(components.schemas)), at: fc.nat() });
  for (const { name, at } of fc.sample(pick, { numRuns: 80, seed: 7 })) {
    const schema = closed(name);
    if (schema === undefined) continue;
    const { $defs, ...root } = schema;
    const variants = [...loosened(root)];
    const original = defined(schema);
    const changed = defined({ ...(variants[at % variants.length] as object), $defs });
    if (original === undefined || changed === undefined) continue;
    for (const pair of [
      { of: original, in: changed },
      { of: changed, in: original },
    ])
      counts[decideInclusion(pair, { now: () => 0 }).kind]++;
  }
  console.log(`changed schemas of GitHub: ${JSON.stringify(counts)}`);
  expect(counts["not-included"]).toBeGreaterThan(20);
  const all = counts.included + counts["not-included"] + counts.undecided;
  expect(all).toBeGreaterThan(100);
  expect(counts.undecided / all).toBeLessThan(0.05);
});
