import { readFileSync } from "node:fs";
import { join } from "node:path";
import { protocol } from "../../../generated/events/protocol.js";
import { type SignedDelivery, signDelivery } from "../../../runtime/webhook/index.js";
import { root } from "../generator/emit/contract-folder.js";

const example = JSON.parse(
  readFileSync(join(root, "contracts/examples/oem.subscription.created.v1/full.json"), "utf8"),
) as { data: { open_platform_application_id: string } };

/** The Application that the delivered event is bound to. */
export const application = example.data.open_platform_application_id;

/** The environment variables that the examples read. */
export interface ExampleSettings {
  readonly WEBHOOK_SECRET: string;
  readonly WEBHOOK_VERIFICATION_TOKEN: string;
}

/** A newly signed delivery of one of the platform's events. */
export function exampleDelivery(settings: ExampleSettings): SignedDelivery {
  return signDelivery({
    protocol,
    secrets: [settings.WEBHOOK_SECRET],
    verificationToken: settings.WEBHOOK_VERIFICATION_TOKEN,
    event: { ...example },
  });
}
