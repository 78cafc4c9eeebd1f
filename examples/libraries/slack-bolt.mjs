import { createRequire } from "node:module";
import { verifySlackRequest } from "@slack/bolt";
import { answerLines, oneKey } from "./lines.mjs";

const { version } = createRequire(import.meta.url)("@slack/bolt/package.json");

// As its receivers do: the timestamp's header as a number, the body as text.
await answerLines({ name: "@slack/bolt", version }, ({ body, headers, keys, now }) =>
  oneKey(keys, (signingSecret) =>
    verifySlackRequest({
      signingSecret,
      body: body.toString("utf8"),
      headers: {
        "x-slack-signature": headers["x-slack-signature"],
        "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
      },
      nowMilliseconds: now * 1000,
    }),
  ),
);
