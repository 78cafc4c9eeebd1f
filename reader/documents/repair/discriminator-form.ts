import { isSchemaObject } from "../schema-walk.js";
import type { KeywordRepair } from "./keyword-repair.js";

/** How a `discriminator` is read that isn't valid as it is written: without what isn't a text where there must be one, or not at all. */
export function discriminatorRepairs(discriminator: unknown): KeywordRepair[] {
  if (!isSchemaObject(discriminator)) return [leftOut([], "an object with a `propertyName`")];
  const { propertyName, mapping } = discriminator;
  if (propertyName !== undefined && typeof propertyName !== "string")
    return [leftOut(["propertyName"], "a text", "the discriminator")];
  if (mapping === undefined) return [];
  if (!isSchemaObject(mapping)) {
    const { mapping: _gone, ...value } = discriminator;
    return [{ ...leftOut(["mapping"], "an object of texts"), value }];
  }
  const wrong = Object.keys(mapping).filter((name) => typeof mapping[name] !== "string");
  const kept = Object.entries(mapping).filter(([name]) => !wrong.includes(name));
  const value = { ...discriminator, mapping: Object.fromEntries(kept) };
  return wrong.map((name) => ({
    ...leftOut(["mapping", name], "the name of a schema or a reference to one"),
    value,
  }));
}

function leftOut(at: readonly string[], wanted: string, gone = "it"): KeywordRepair {
  const name = at.at(-1) ?? "discriminator";
  return {
    keyword: "discriminator",
    at,
    code: "schema-invalid",
    message: `\`${name}\` must be ${wanted}, so ${gone} is left out`,
    hint: "Write it as the specification says, or remove it.",
  };
}
