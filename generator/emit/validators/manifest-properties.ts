import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, entriesOf, type Place, referenceChain } from "../../../reader/documents/place.js";

/** What the properties of a manifest mean, which of them are constants, and their order; `undefined` for other schemas. */
export function manifestProperties(
  contracts: Contracts,
  schema: Place,
): Readonly<Record<string, unknown>> | undefined {
  const roles = entriesOf(below(schema, "x-artifact-manifest"));
  if (roles.length === 0) return undefined;
  const properties = entriesOf(below(schema, "properties"));
  const constants = properties.flatMap(([name, place]) => {
    const part = referenceChain(contracts, place).find((each) => below(each, "const").value !== undefined);
    return part === undefined ? [] : [[name, below(part, "const").value] as const];
  });
  return {
    ...Object.fromEntries(roles.map(([role, { value }]) => [role, value])),
    order: properties.map(([name]) => name),
    constants: Object.fromEntries(constants),
  };
}
