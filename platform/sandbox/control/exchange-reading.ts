import type { Signed } from "../deliveries/signature/signed.js";
import type { Schemas } from "./operation.js";

/** The latest requests to endpoints, as the control shows them: without secrets. */
export interface ExchangeReading {
  /** Those of a delivery, the first attempt first. */
  readonly of: (deliveryId: string) => readonly Schemas["Exchange"][];
  /** The same as they were signed, to compare with; they have secrets. */
  readonly signed: (deliveryId: string) => readonly Signed[];
}
