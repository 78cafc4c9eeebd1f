import { verify, verifyWithFallback } from "@octokit/webhooks-methods";
import { answerLines } from "./lines.mjs";

const header = "x-hub-signature-256";

// It takes the body as text.
await answerLines({ name: "@octokit/webhooks-methods", version: verify.VERSION }, ({ body, headers, keys }) =>
  verifyWithFallback(keys[0], body.toString("utf8"), headers[header], keys.slice(1)),
);
