import { DeliveryError } from "@oipkit/delivery";
import { compareSignature } from "../../deliveries/signature/compare-signature.js";
import type { Handlers } from "../operation.js";
import type { SandboxParts } from "../parts.js";

/** The operation that tells a receiver where its signature differs. */
export function signatureHandlers({
  delivery: { deliveries, credentials },
  exchanges,
}: Pick<SandboxParts, "delivery" | "exchanges">): Handlers<"compareSignature"> {
  return {
    async compareSignature({ path: { delivery_id, attempt }, body }) {
      const found = await deliveries.show(delivery_id);
      const at = found?.log.findIndex(({ number }) => number === attempt) ?? -1;
      if (found === undefined || at < 0)
        throw new DeliveryError(
          "delivery-unknown",
          `there is no attempt ${attempt} of a delivery ${delivery_id}`,
        );
      const signed = exchanges.signed(delivery_id);
      // The latest requests are remembered, so the last ones belong together.
      const index = at - (found.log.length - signed.length);
      const [one, shown] = [signed[index], exchanges.of(delivery_id)[index]];
      if (one === undefined || shown === undefined)
        throw new DeliveryError("delivery-state", "the request of this attempt isn't remembered any more");
      const keys = await credentials.source(found.application).catch(() => undefined);
      return compareSignature(body, { signed: one, masked: shown.body, keys });
    },
  };
}
