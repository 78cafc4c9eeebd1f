import type { Contracts } from "../reader/documents/contracts.js";
import { buildModel as build } from "../reader/model/build.js";
import type { Model } from "../reader/model/model.js";
import { ownNames } from "./outputs/registry.js";

/** The model of checked contracts, in which no contract has a name that the generator gives to files of its own. */
export function buildModel(contracts: Contracts): Model {
  return build(contracts, ownNames);
}
