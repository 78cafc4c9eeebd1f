import { readFileSync } from "node:fs";
import "@shopify/shopify-api/adapters/node";
import { ApiVersion, shopifyApi } from "@shopify/shopify-api";
import { answerLines, oneKey } from "./lines.mjs";

// Its package.json isn't exported.
const [folder] = import.meta.resolve("@shopify/shopify-api").split("/dist/");
const { version } = JSON.parse(readFileSync(new URL(`${folder}/package.json`), "utf8"));
const settings = {
  apiKey: "key",
  scopes: [],
  hostName: "receiver.example",
  apiVersion: ApiVersion.October25,
  isEmbeddedApp: false,
  logger: { log: async () => {} },
};

// It wants Shopify's other headers, too, and takes the body as text.
const others = { "x-shopify-api-version": "2025-10", "x-shopify-shop-domain": "shop.myshopify.com" };

await answerLines({ name: "@shopify/shopify-api", version }, ({ body, headers, keys }) =>
  oneKey(keys, async (apiSecretKey) => {
    const rawRequest = { method: "POST", url: "/webhook", headers: { ...others, ...headers } };
    const shopify = shopifyApi({ ...settings, apiSecretKey });
    const result = await shopify.webhooks.validate({ rawBody: body.toString("utf8"), rawRequest });
    if (!result.valid) throw new Error(result.reason);
  }),
);
