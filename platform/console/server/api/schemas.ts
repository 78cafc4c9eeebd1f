import type { components } from "../../generated/console/types.js";

/** The contract's schemas by name; those of the control begin with `Sandbox`. */
export type Schemas = components["schemas"];
