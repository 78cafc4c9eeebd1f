import { createRequire } from "node:module";
import { EventWebhook, EventWebhookHeader } from "@sendgrid/eventwebhook";
import { answerLines, oneKey } from "./lines.mjs";

const { version } = createRequire(import.meta.url)("@sendgrid/eventwebhook/package.json");
const webhook = new EventWebhook();
const [signature, timestamp] = [EventWebhookHeader.SIGNATURE(), EventWebhookHeader.TIMESTAMP()].map((name) =>
  name.toLowerCase(),
);

/** The Base64 of a key in PEM, as SendGrid shows it. */
const shownKey = (pem) => pem.replace(/-----[^-]+-----|\s/g, "");

await answerLines({ name: "@sendgrid/eventwebhook", version }, ({ body, headers, keys }) =>
  oneKey(keys, (key) =>
    webhook.verifySignature(
      webhook.convertPublicKeyToECDSA(shownKey(key)),
      body,
      headers[signature],
      headers[timestamp],
    ),
  ),
);
