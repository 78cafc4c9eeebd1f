import type { Model } from "../model/model.js";
import type { Contracts } from "../read/contracts.js";

/** The input of an emitter. */
export interface EmitInput {
  readonly model: Model;
  readonly contracts: Contracts;
  /** Names of all schemas, by `keyOf` of their place. */
  readonly names: ReadonlyMap<string, string>;
}
