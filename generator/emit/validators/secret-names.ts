import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place, referenceChain } from "../../../reader/documents/place.js";
import { isSchemaObject, walkSchema } from "../../../reader/documents/schema-walk.js";

/** Names of the properties that schemas mark with `x-secret`, sorted: their values must never be printed. */
export function secretNames(contracts: Contracts, schemas: readonly Place[]): string[] {
  const names = new Set<string>();
  for (const root of schemas.flatMap((schema) => referenceChain(contracts, schema))) {
    if (!isSchemaObject(root.value)) continue;
    for (const [tokens, { properties }] of walkSchema(root.value)) {
      if (!isSchemaObject(properties)) continue;
      const holder = below(root, ...tokens, "properties");
      for (const name of Object.keys(properties))
        if (isSecret(contracts, below(holder, name))) names.add(name);
    }
  }
  return [...names].sort();
}

function isSecret(contracts: Contracts, place: Place): boolean {
  return referenceChain(contracts, place).some(
    ({ value }) => isSchemaObject(value) && value["x-secret"] === true,
  );
}
