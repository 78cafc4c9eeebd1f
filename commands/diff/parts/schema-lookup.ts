import type { Contracts } from "../../../reader/documents/contracts.js";
import { type Absent, inDirection } from "../../../reader/documents/in-direction.js";
import { type Place as ContractPlace, placeAt } from "../../../reader/documents/place.js";
import { asDraft202012 } from "../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import type { Definition, Node } from "../../../reader/validation/nodes/node.js";
import { SchemaError } from "../../../reader/validation/schema-error.js";
import type { Flow } from "../part.js";
import { DeclaredMembers } from "../schemas/declared-members.js";
import type { Version } from "../version.js";

/** The schemas of the parts of one version. */
export interface SchemaLookup {
  /** The schema at a place as it applies in a direction, or why it can't be interpreted. */
  of(place: ContractPlace, flow: Flow): Definition | SchemaError;
  /** What a sender sends of a schema: members that it declares. `undefined`: its schemas combine in too many ways. */
  sentOf(definition: Definition): Node | undefined;
}

/** Looks up schemas by place; each is built once. */
export function schemaLookup({ contracts }: Version): SchemaLookup {
  const translated = asDraft202012(contracts);
  const whole = readingOf(translated);
  const without = (absent: Absent) => {
    const { contracts, changed } = inDirection(translated, absent);
    return changed.size === 0 ? whole : readingOf(contracts);
  };
  // A message or a schema file has no direction of its own, as for validators.
  const undirected = new Set([...contracts.asyncapi, ...contracts.schemas].map(({ path }) => path));
  const readings = { "to-provider": without("readOnly"), "to-consumer": without("writeOnly") };
  const declared = new DeclaredMembers();
  const sent = new Map<Definition, Node | undefined>();
  return {
    of: (place, flow) => (undirected.has(place.document.path) ? whole : readings[flow])(place),
    sentOf: (definition) => {
      if (!sent.has(definition)) sent.set(definition, declared.of(definition.node));
      return sent.get(definition);
    },
  };
}

function readingOf(contracts: Contracts): (place: ContractPlace) => Definition | SchemaError {
  const nodes = new ContractNodes(contracts);
  return ({ document, tokens }) => {
    try {
      return nodes.of(placeAt(contracts.documents.get(document.path) ?? document, tokens));
    } catch (error) {
      if (error instanceof SchemaError) return error;
      throw error;
    }
  };
}
