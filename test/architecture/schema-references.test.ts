import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["generator", "mock", "evolution", "lint", "documents", "manifest", "conformance", "cli"];

/** `dereference` passes over the keywords next to the references of a chain, which count for schemas. */
const ofSchema =
  /dereference\([\w.]+, below\([^()]*"(?:schema|items|properties|allOf|anyOf|oneOf|additionalProperties)"/;

it("a schema is never dereferenced: keywords next to its reference apply", () => {
  const found = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
      .map((path) => join(folder, path))
      .filter((path) =>
        ofSchema.test(readFileSync(join(repository, path), "utf8").replaceAll(/\n\s*/g, " ")),
      ),
  );
  expect(found).toEqual([]);
});
