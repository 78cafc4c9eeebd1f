import type { Contracts } from "../../reader/documents/contracts.js";
import type { Model } from "../../reader/model/model.js";

/** The input of an emitter. */
export interface EmitInput {
  readonly model: Model;
  readonly contracts: Contracts;
  /** Names of all schemas, by `keyOf` of their place. */
  readonly names: ReadonlyMap<string, string>;
}
