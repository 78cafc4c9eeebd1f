import type { components } from "../../../../generated/console/types.js";

/** A checkout. */
export type Checkout = components["schemas"]["SandboxCheckout"];
