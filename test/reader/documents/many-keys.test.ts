import { describe, expect, test } from "vitest";
import { parseYaml } from "../../../reader/documents/yaml.js";

const object = (keys: readonly string[]) => keys.map((key) => `${key}: x\n`).join("");

describe("a YAML object with very many keys", () => {
  // Comparing each with every other one would take longer than a test may.
  test("is read, and its duplicate key is found", () => {
    const keys = Array.from({ length: 30_000 }, (_, at) => `key${at}`);
    const { problems } = parseYaml(object([...keys, "key7"]));
    expect(problems).toMatchObject([{ code: "duplicate-key", tokens: ["key7"], range: { line: 30_001 } }]);
  });

  test("that are all the same has 100 findings", () => {
    expect(parseYaml(object(Array<string>(5_000).fill("key"))).problems).toHaveLength(100);
  });
});
