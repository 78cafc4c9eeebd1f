import Stripe from "stripe";
import { answerLines, oneKey } from "./lines.mjs";

const stripe = new Stripe("sk_test_none");

await answerLines({ name: "stripe", version: Stripe.PACKAGE_VERSION }, ({ body, headers, keys }) =>
  oneKey(keys, (key) => {
    try {
      stripe.webhooks.constructEvent(body, headers["stripe-signature"], key);
    } catch (error) {
      // It parses the body after the verification.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }),
);
