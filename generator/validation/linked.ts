import type { Contracts } from "../read/contracts.js";
import type { Origins } from "./origins.js";

/** Schemas that need no other: what validators are compiled of. All are in JSON Schema 2020-12. */
export interface Linked {
  /** The schemas that were asked for, in that order, and after them those that they share. */
  readonly defs: Readonly<Record<string, unknown>>;
  readonly roots: readonly string[];
  readonly origins: Origins;
}

/** By the path of a document, what it is called in `schemaPointer`. */
export type DocumentNames = Pick<Contracts["names"], "get">;
