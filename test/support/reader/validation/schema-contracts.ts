import type { Contracts } from "../../../../reader/documents/contracts.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { type Place, placeAt } from "../../../../reader/documents/place.js";

/** Loads contracts from schemas in memory, given by name. */
export function schemaContracts(schemas: Readonly<Record<string, unknown>>): Promise<Contracts> {
  const inputs = Object.entries(schemas).map(([name, schema]) => ({
    path: `/contracts/${name}.schema.json`,
    file: `${name}.schema.json`,
    name: `${name}.schema.json`,
    text: JSON.stringify(schema),
    role: "contract" as const,
  }));
  return loadContracts(inputs, "/contracts");
}

/** The place of the schema with this name. */
export function schemaPlace(contracts: Contracts, name: string): Place {
  const document = contracts.documents.get(`/contracts/${name}.schema.json`);
  if (document === undefined) throw new Error(`no schema ${name}`);
  return placeAt(document, []);
}
