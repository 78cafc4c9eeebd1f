import type { Contracts } from "../../../reader/documents/contracts.js";
import { type Absent, type DirectedContracts, inDirection } from "../../../reader/documents/in-direction.js";
import { type Place, placeAt } from "../../../reader/documents/place.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import {
  type Definition,
  type NodeReference,
  referredDefinitions,
} from "../../../reader/validation/nodes/node.js";

/**
 * The schemas of contracts as one direction sees them: those of requests require no `readOnly` property, those of answers no
 * `writeOnly` one. A schema that is the same in both directions has one definition.
 */
export class DirectedSchemas {
  /** Ends the names of definitions that only this direction has. */
  readonly suffix: string;
  readonly #contracts: Contracts;
  readonly #whole: ContractNodes;
  readonly #directed: DirectedContracts;
  readonly #nodes: ContractNodes;
  readonly #own = new Set<Definition>();
  readonly #same = new Set<Definition>();

  /** `whole` has the schemas of `contracts` for both directions. */
  constructor(contracts: Contracts, whole: ContractNodes, absent: Absent) {
    this.suffix = absent === "readOnly" ? "in requests" : "in answers";
    this.#contracts = contracts;
    this.#whole = whole;
    this.#directed = inDirection(contracts, absent);
    this.#nodes = new ContractNodes(this.#directed.contracts, { known: (place) => this.#sameAt(place) });
  }

  /** The definition of the schema at a place. Throws `SchemaError`. */
  of(place: Place): Definition {
    const whole = this.#whole.of(place);
    if (!this.#differs(whole)) return whole;
    const definition = this.#nodes.of(at(this.#directed.contracts, place));
    const found = new Set([definition]);
    for (const each of found) {
      if (this.#own.has(each) || this.#same.has(each)) continue;
      this.#own.add(each);
      for (const reference of referredDefinitions(each.node)) found.add(reference);
    }
    return definition;
  }

  /** Whether a definition is of this direction alone. */
  has(definition: Definition): boolean {
    return this.#own.has(definition);
  }

  /** Where a definition is that only this direction has. */
  definitionPlace(definition: Definition): Place {
    return this.#nodes.definitionPlace(definition);
  }

  #sameAt(place: Place): NodeReference | undefined {
    const definition = this.#whole.of(at(this.#contracts, place));
    if (this.#differs(definition)) return undefined;
    return Object.assign(() => definition.node, { definition });
  }

  /** Whether a schema, or one that it refers to, isn't the same in this direction. */
  #differs(root: Definition): boolean {
    const { changed } = this.#directed;
    if (changed.size === 0 || this.#same.has(root)) return false;
    const found = new Set([root]);
    for (const definition of found) {
      if (changed.has(definition.key)) return true;
      for (const each of referredDefinitions(definition.node)) if (!this.#same.has(each)) found.add(each);
    }
    for (const each of found) this.#same.add(each);
    return false;
  }
}

/** The same place in other contracts. */
function at({ documents }: Contracts, { document, tokens }: Place): Place {
  return placeAt(documents.get(document.path) ?? document, tokens);
}
