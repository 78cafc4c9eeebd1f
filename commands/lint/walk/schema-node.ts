import type { Place } from "../../../reader/documents/place.js";
import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Flow } from "./flow.js";

/** A schema object in a contract. */
export interface SchemaNode {
  readonly place: Place;
  readonly schema: SchemaObject;
  /** The directions in which instances are sent; none if no operation or message leads here. */
  readonly flows: ReadonlyMap<Flow, string>;
  /** The schema around this one that applies to the same value: this one is in its `allOf`, `anyOf` or the like. */
  readonly around: SchemaNode | undefined;
  /** The name of the property that it describes. */
  readonly property: string | undefined;
}
