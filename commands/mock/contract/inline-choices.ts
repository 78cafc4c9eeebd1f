import { withChangedParts } from "../../../reader/documents/changed-parts.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { type PartReading, valueReading } from "../../../reader/documents/document.js";
import { withExactNumbers } from "../../../reader/documents/exact-number.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";

/**
 * Contracts in which a `oneOf` with a `discriminator`, none of whose alternatives is a reference, is an `anyOf`: such alternatives have no names that
 * a discriminator could select, so whoever wrote them means any of them. Documents without one are the same.
 */
export function withInlineChoices(contracts: Contracts): Contracts {
  const documents = new Map(
    [...contracts.documents].map(([path, document]) => {
      if (!document.text.includes("discriminator")) return [path, document] as const;
      return [path, { ...document, value: changed(document.value, "keywords") }] as const;
    }),
  );
  return { ...contracts, documents };
}

function changed(value: unknown, reading: PartReading): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  const copy = withChangedParts(value, (item, key) =>
    changed(item, key === undefined ? "keywords" : valueReading(reading, key, item)),
  );
  if (reading === "keywords" && isSchemaObject(copy) && hasInlineChoice(copy)) return asAnyAlternative(copy);
  return copy;
}

function hasInlineChoice({ oneOf, discriminator }: SchemaObject): boolean {
  if (!Array.isArray(oneOf) || !isSchemaObject(discriminator)) return false;
  return oneOf.every((each) => !isSchemaObject(each) || each.$ref === undefined);
}

function asAnyAlternative({ oneOf, ...others }: SchemaObject): SchemaObject {
  const { allOf = [] } = others;
  return withExactNumbers({ ...others, allOf: [...(allOf as unknown[]), { anyOf: oneOf }] }, others);
}
