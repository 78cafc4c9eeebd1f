import { createRequire } from "node:module";
import { Webhook } from "svix";
import { answerLines, oneKey } from "./lines.mjs";

const { version } = createRequire(import.meta.url)("svix/package.json");

// It parses the body after the verification, so a body that isn't JSON has passed it.
const verify = ({ body, headers, keys }) =>
  oneKey(keys, (key) => {
    try {
      new Webhook(key).verify(body, headers);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  });

await answerLines({ name: "svix", version }, verify);
