import { createRequire } from "node:module";
import { answerLines, oneKey } from "./lines.mjs";

const require = createRequire(import.meta.url);
const { verifyRequestSignature } = require("@slack/events-api");
const { version } = require("@slack/events-api/package.json");

await answerLines({ name: "@slack/events-api", version }, ({ body, headers, keys }) =>
  oneKey(keys, (signingSecret) =>
    verifyRequestSignature({
      signingSecret,
      requestSignature: headers["x-slack-signature"],
      requestTimestamp: headers["x-slack-request-timestamp"],
      body: body.toString("utf8"),
    }),
  ),
);
