import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { loosened } from "../../../support/commands/diff/inclusion/loosened.js";

const folder = fileURLToPath(new URL("../../../../contracts/schemas/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".schema.yaml"));
const documents = Object.fromEntries(
  names.map((name) => [name, parse(readFileSync(`${folder}${name}`, "utf8")) as unknown]),
);
const define = (name: string, schema: unknown) =>
  schemaDefinition({ schema, uri: name, schemas: { ...documents, [name]: schema } });
const options = { now: () => 0 };

describe("the schemas of contracts", () => {
  it.each(names)("%s includes itself, in a definition of its own", (name) => {
    const schema = documents[name];
    const moved = { $ref: "#/$defs/moved", $defs: { moved: { ...(schema as object), $id: name } } };
    expect(decideInclusion({ of: define(name, schema), in: define(name, schema) }, options)).toEqual({
      kind: "included",
    });
    expect(decideInclusion({ of: define(name, schema), in: define("moved", moved) }, options)).toEqual({
      kind: "included",
    });
  });

  it("are decided against each version without a keyword", () => {
    const counts = { included: 0, "not-included": 0, undecided: 0 };
    const reasons = new Set<string>();
    for (const name of names)
      for (const changed of loosened(documents[name])) {
        let definition: ReturnType<typeof define>;
        try {
          definition = define(name, changed);
        } catch {
          continue; // Some keywords are invalid without others, and some references then lead nowhere.
        }
        const original = define(name, documents[name]);
        for (const [of, within] of [
          [original, definition],
          [definition, original],
        ] as const) {
          const verdict = decideInclusion({ of, in: within }, options);
          counts[verdict.kind]++;
          if (verdict.kind === "undecided") reasons.add(`${name}: ${verdict.reason}`);
        }
      }
    console.log(`changed contracts: ${JSON.stringify(counts)}`, [...reasons]);
    expect(counts["not-included"]).toBeGreaterThan(100);
    const all = counts.included + counts["not-included"] + counts.undecided;
    expect(counts.undecided / all).toBeLessThan(0.05);
  });
});
