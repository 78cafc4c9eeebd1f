import { describe, expect, it } from "vitest";
import { findings, integer, type Shop } from "../../../support/commands/diff/openapi/small-api.js";

const pets = {
  Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, a: integer } },
  Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, b: integer } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const union = (discriminator: object | undefined): Partial<Shop> => ({
  schemas: pets,
  received: { anyOf: [ref("Cat"), ref("Dog")], ...(discriminator && { discriminator }) },
});
const mapping = (targets: Readonly<Record<string, string>>) =>
  union({
    propertyName: "kind",
    mapping: Object.fromEntries(Object.entries(targets).map(([value, name]) => [value, ref(name).$ref])),
  });
const sent = ({ received, ...shop }: Partial<Shop>): Partial<Shop> => ({ ...shop, sent: received });
const told = ["error discriminator-changed response 200"];
const compatible = ["info discriminator-changed response 200"];

describe("a discriminator", () => {
  it.each([
    [
      "has other values",
      mapping({ cat: "Cat", dog: "Dog" }),
      mapping({ feline: "Cat", canine: "Dog" }),
      told,
    ],
    ["has swapped values", mapping({ cat: "Cat", dog: "Dog" }), mapping({ cat: "Dog", dog: "Cat" }), told],
    ["is another property", union({ propertyName: "kind" }), union({ propertyName: "a" }), told],
    ["is gone", union({ propertyName: "kind" }), union(undefined), told],
    [
      "has names instead of values",
      mapping({ cat: "Cat", dog: "Dog" }),
      union({ propertyName: "kind" }),
      told,
    ],
    ["has values instead of names", union({ propertyName: "kind" }), mapping({ cat: "Cat" }), told],
    ["is new", union(undefined), union({ propertyName: "kind" }), compatible],
    [
      "has one more value",
      mapping({ cat: "Cat", dog: "Dog" }),
      mapping({ cat: "Cat", dog: "Dog", puppy: "Dog" }),
      told,
    ],
    [
      "has one value less",
      mapping({ cat: "Cat", dog: "Dog", puppy: "Dog" }),
      mapping({ cat: "Cat", dog: "Dog" }),
      compatible,
    ],
    [
      "has one value less of what is sent",
      sent(mapping({ cat: "Cat", dog: "Dog", puppy: "Dog" })),
      sent(mapping({ cat: "Cat", dog: "Dog" })),
      ["error discriminator-changed body"],
    ],
    [
      "has one more value of what is sent",
      sent(mapping({ cat: "Cat", dog: "Dog" })),
      sent(mapping({ cat: "Cat", dog: "Dog", puppy: "Dog" })),
      ["info discriminator-changed body"],
    ],
    [
      "is gone from what is sent",
      sent(union({ propertyName: "kind" })),
      sent(union(undefined)),
      ["info discriminator-changed body"],
    ],
    ["has its names written out", union({ propertyName: "kind" }), mapping({ Cat: "Cat", Dog: "Dog" }), []],
  ])("is judged if it %s", async (_, old, current, expected) => {
    expect(await findings(old, current)).toEqual(expected);
  });
});
