import { expect, test } from "vitest";
import { agreement, compare } from "../../../support/generator/emit/agreement/agreement.js";
import { directedAgreement } from "../../../support/generator/emit/agreement/directions.js";

test.each([
  ["openapi-3.0", "any", 31],
  ["openapi-3.0", "exact", 31],
  ["openapi-3.0", "exact", 101],
  ["openapi-3.0", "exact", 105],
  ["openapi-3.1", "any", 31],
  ["openapi-3.1", "any", 111],
  ["openapi-3.1", "exact", 31],
  ["openapi-3.1", "exact", 102],
  ["json-schema", "any", 31],
  ["json-schema", "exact", 31],
  ["draft-07", "any", 31],
  ["draft-07", "exact", 31],
  ["asyncapi", "any", 31],
  ["asyncapi", "exact", 31],
] as const)(
  "types and validators agree on values: %s, %s schemas, seed %i",
  async (dialect, expressiveness, seed) => {
    const count = dialect === "draft-07" || dialect === "asyncapi" ? 50 : 80;
    const { disagreements, errors, accepted, refused } = await agreement({
      dialect,
      expressiveness,
      seed,
      count,
    });
    expect({ errors, disagreements }).toEqual({ errors: [], disagreements: [] });
    expect(accepted).toBeGreaterThan(count * 5);
    expect(refused).toBeGreaterThan(count * 5);
  },
);

test.each(["3.0.3", "3.1.0"])(
  "types and validators agree on values of requests and of answers: OpenAPI %s",
  async (openapi) => {
    const { disagreements, errors, accepted, refused } = await directedAgreement(openapi, 31, 40);
    expect({ errors, disagreements }).toEqual({ errors: [], disagreements: [] });
    expect(accepted).toBeGreaterThan(400);
    expect(refused).toBeGreaterThan(400);
  },
);

const kinds = ["animal", "cat", "kitten", "dog"];
const kind = (values: readonly string[]) => ({ properties: { kind: { type: "string", enum: values } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const mapping = {
  animal: "#/components/schemas/Animal",
  cat: "#/components/schemas/Cat",
  kitten: "#/components/schemas/Kitten",
  dog: "#/components/schemas/Dog",
};
const discriminator = { propertyName: "kind", mapping };
const part = (name: string, type: string, values: readonly string[], required: readonly string[] = []) => {
  const { properties } = kind(values);
  return {
    type: "object",
    properties: { ...properties, [name]: { type } },
    ...(required.length > 0 && { required }),
  };
};

test.each(["openapi-3.0", "openapi-3.1"] as const)(
  "types and validators agree on values: discriminators over two levels of inheritance, %s",
  async (dialect) => {
    const named = {
      Animal: { ...part("a", "string", kinds, ["kind"]), discriminator },
      Cat: { allOf: [ref("Animal"), part("b", "boolean", ["cat", "kitten"])] },
      Kitten: { allOf: [ref("Cat"), part("c", "number", ["kitten"], ["c"])] },
      Dog: { allOf: [ref("Animal"), part("d", "string", ["dog"], ["d"])] },
      Union: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Any: { anyOf: [ref("Kitten"), ref("Dog")], discriminator },
      Holder: {
        type: "object",
        properties: { one: ref("Animal"), two: { oneOf: [ref("Kitten"), ref("Dog")], discriminator } },
      },
      Litter: { type: "array", items: ref("Cat") },
    };
    const { disagreements, errors, accepted } = await compare(named, { dialect, isExact: true, seed: 31 });
    expect({ errors, disagreements }).toEqual({ errors: [], disagreements: [] });
    expect(accepted).toBeGreaterThan(10);
  },
);
