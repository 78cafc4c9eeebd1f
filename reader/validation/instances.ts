import type { Contracts } from "../documents/contracts.js";
import { type Place, placeKey } from "../documents/place.js";
import { asDraft202012, translatedPlace } from "./dialects/openapi30.js";
import { ContractNodes } from "./nodes/contract-nodes.js";
import { markSecrets } from "./nodes/definitions.js";
import { type Definition, type Node, reachableDefinitions } from "./nodes/node.js";
import { support } from "./support.js";
import type { Violation } from "./violation.js";

/** Checks values by the schema at a place, without generating code. */
export interface InstanceChecks {
  /** All violations of a value. Throws `SchemaError` if there is no schema at the place. */
  check(schema: Place, value: unknown): readonly Violation[];
  /** Whether a value is valid. */
  is(schema: Place, value: unknown): boolean;
  /** The schema at a place with its references resolved. Throws `SchemaError` if there is none. */
  node(schema: Place): Node;
}

/** Checks of values by the schemas of contracts, with the same results as generated validators. */
export function instanceChecks(contracts: Contracts): InstanceChecks {
  const translated = asDraft202012(contracts);
  const nodes = new ContractNodes(translated);
  const known = new Map<string, Definition>();
  const definitionAt = (written: Place) => {
    const place = translatedPlace(translated, written);
    const key = placeKey(place);
    const before = known.get(key);
    if (before !== undefined) return before;
    const definition = nodes.of(place);
    if (nodes.hasSecrets) markSecrets(reachableDefinitions([definition]));
    known.set(key, definition);
    return definition;
  };
  return {
    node: (schema) => definitionAt(schema).node,
    is: (schema, value) => support.conforms(definitionAt(schema).node, value),
    check(schema, value) {
      const { node, at } = definitionAt(schema);
      return support.findings(value, { accepts: (each) => support.conforms(node, each), schema: node, at });
    },
  };
}
