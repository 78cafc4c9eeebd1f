import type { components } from "../../../generated/console/types.js";

/** A delivery, as lists have it. */
export type Delivery = components["schemas"]["SandboxDelivery"];

/** A delivery with everything about it. */
export type DeliveryView = components["schemas"]["DeliveryView"];

/** One attempt of a delivery. */
export type Attempt = components["schemas"]["AttemptView"];

/** How an attempt was signed. */
export type Signature = components["schemas"]["SignatureSteps"];

/** Where a receiver's signature parts from the one that was sent. */
export type Comparison = components["schemas"]["SandboxSignatureComparison"];
