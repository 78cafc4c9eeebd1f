import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign as signWith } from "node:crypto";
import "@shopify/shopify-api/adapters/web-api";
import { sign as signGitHub, verify as verifyGitHub } from "@octokit/webhooks-methods";
import { EventWebhook, EventWebhookHeader } from "@sendgrid/eventwebhook";
import { ApiVersion, shopifyApi } from "@shopify/shopify-api";
import { createSHA256HMAC } from "@shopify/shopify-api/runtime";
import { isValidSlackRequest } from "@slack/bolt";
import { verifyKey } from "discord-interactions";
import { createSigner, createVerifier, httpbis } from "http-message-signatures";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";

/** Headers by name in the platform's spelling. */
export type Headers = Readonly<Record<string, string>>;

/** A scheme, and what its platform's own library says about it. */
export interface OfficialLibrary {
  /** Folder in `examples/schemes`. */
  readonly scheme: string;
  readonly library: string;
  /** Whether the library signs, too; if not, the formula of its documentation does. */
  readonly signs: boolean;
  readonly event: string;
  /** Whether a body is an array of events. */
  readonly isBatch?: boolean;
  /** Statuses that the platform takes for success. */
  readonly accepted: number;
  readonly hasTimestamp: boolean;
  /** A pair of keys: to sign with, and the receiver's options to verify with. */
  readonly newKeys: () => Keys;
  /** Headers of a delivery at a time in seconds since 1970. */
  readonly sign: (body: string, keys: Keys, seconds: number) => Promise<Headers>;
  readonly verify: (body: string, keys: Keys, headers: Headers) => Promise<boolean>;
}

export interface Keys {
  /** What oipkit signs with. */
  readonly secret: string;
  readonly options: { readonly secrets: readonly string[] } | { readonly publicKeys: readonly string[] };
  readonly privateKey?: KeyObject;
  /** The public key as the platform shows it. */
  readonly shown?: string;
}

let made = 0;
const shared = (form: (text: string) => string) => (): Keys => {
  made += 1;
  const secret = form(`a secret number ${made} of thirty-two bytes`);
  return { secret, options: { secrets: [secret] } };
};

const stripe = new Stripe("sk_test_none");
const createShopify = (secret: string) =>
  shopifyApi({
    apiKey: "key",
    apiSecretKey: secret,
    scopes: [],
    hostName: "receiver.example",
    apiVersion: ApiVersion.October25,
    isEmbeddedApp: false,
    logger: { log: async () => {} },
  });

const passes = async (check: () => unknown): Promise<boolean> => {
  try {
    return (await check()) !== false;
  } catch {
    return false;
  }
};

const messageFields = ["@method", "content-type", "webhook-id", "content-digest"];
const address = "https://receiver.example/";

/** One entry for each folder of `examples/schemes`. */
export const officialLibraries: readonly OfficialLibrary[] = [
  {
    scheme: "http-message-signatures",
    library: "http-message-signatures",
    signs: true,
    event: "order.paid",
    accepted: 204,
    hasTimestamp: true,
    newKeys: () => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const secret = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
      const shown = publicKey.export({ format: "pem", type: "spki" }).toString();
      return { secret, options: { publicKeys: [shown] }, privateKey, shown };
    },
    sign: async (body, { secret }, seconds) => {
      const digest = createHash("sha512").update(body).digest("base64");
      const { headers } = await httpbis.signMessage(
        {
          key: createSigner(secret, "ed25519", "key-1"),
          fields: messageFields,
          params: ["created", "keyid", "alg", "tag"],
          paramValues: { created: new Date(seconds * 1000), tag: "order-events" },
        },
        {
          method: "POST",
          url: address,
          headers: {
            "Content-Type": "application/json",
            "Webhook-Id": "msg_1",
            "Content-Digest": `sha-512=:${digest}:`,
          },
        },
      );
      const { "Content-Type": _, ...own } = headers as Headers;
      return own;
    },
    // The library leaves the digest to its user.
    verify: (body, { shown = "" }, headers) =>
      passes(async () => {
        const digest = createHash("sha256").update(body).digest("base64");
        if (headers["Content-Digest"] !== `sha-256=:${digest}:`) return false;
        return await httpbis.verifyMessage(
          {
            keyLookup: async () => ({ algs: ["ed25519"], verify: createVerifier(shown, "ed25519") }),
            requiredFields: messageFields,
            requiredParams: ["created", "tag"],
          },
          { method: "POST", url: address, headers },
        );
      }),
  },
  {
    scheme: "standard-webhooks",
    library: "standardwebhooks",
    signs: true,
    event: "contact.created",
    accepted: 204,
    hasTimestamp: true,
    newKeys: shared((text) => `whsec_${Buffer.from(text).toString("base64")}`),
    sign: async (body, { secret }, seconds) => ({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": new Webhook(secret).sign("msg_1", new Date(seconds * 1000), body),
    }),
    verify: (body, { secret }, headers) => passes(() => new Webhook(secret).verify(body, headers) ?? true),
  },
  {
    scheme: "stripe",
    library: "stripe",
    signs: true,
    event: "invoice.paid",
    accepted: 204,
    hasTimestamp: true,
    newKeys: shared((text) => `whsec_${text.replaceAll(" ", "")}`),
    sign: async (payload, { secret }, timestamp) => ({
      "Stripe-Signature": stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    }),
    verify: (body, { secret }, headers) =>
      passes(() => stripe.webhooks.constructEvent(body, headers["Stripe-Signature"] ?? "", secret)),
  },
  {
    scheme: "github",
    library: "@octokit/webhooks-methods",
    signs: true,
    event: "push",
    accepted: 204,
    hasTimestamp: false,
    newKeys: shared((text) => text),
    sign: async (body, { secret }) => ({
      "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      "X-GitHub-Event": "push",
      "X-Hub-Signature-256": await signGitHub(secret, body),
    }),
    verify: (body, { secret }, headers) =>
      passes(() => verifyGitHub(secret, body, headers["X-Hub-Signature-256"] ?? "")),
  },
  {
    scheme: "slack",
    library: "@slack/bolt",
    signs: false,
    event: "message",
    accepted: 204,
    hasTimestamp: true,
    newKeys: shared((text) => text),
    sign: async (body, { secret }, seconds) => ({
      "X-Slack-Request-Timestamp": String(seconds),
      "X-Slack-Signature": `v0=${createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex")}`,
    }),
    verify: (body, { secret }, headers) =>
      passes(() =>
        isValidSlackRequest({
          signingSecret: secret,
          body,
          headers: {
            "x-slack-signature": headers["X-Slack-Signature"] ?? "",
            "x-slack-request-timestamp": Number(headers["X-Slack-Request-Timestamp"]),
          },
        }),
      ),
  },
  {
    scheme: "shopify",
    library: "@shopify/shopify-api",
    signs: true,
    event: "orders/paid",
    accepted: 204,
    hasTimestamp: false,
    newKeys: shared((text) => text),
    sign: async (body, { secret }) => ({
      "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
      "X-Shopify-Event-Id": "98880550-7158-44d4-b7cd-2c97c8a091b5",
      "X-Shopify-Topic": "orders/paid",
      "X-Shopify-Hmac-Sha256": await createSHA256HMAC(secret, body),
    }),
    verify: (rawBody, { secret }, headers) =>
      passes(async () => {
        const others = {
          "X-Shopify-Shop-Domain": "a.myshopify.com",
          "X-Shopify-API-Version": "2025-10",
        };
        const rawRequest = new Request("https://receiver.example/", {
          method: "POST",
          headers: { ...others, ...headers },
          body: rawBody,
        });
        return (await createShopify(secret).webhooks.validate({ rawBody, rawRequest })).valid;
      }),
  },
  {
    scheme: "discord",
    library: "discord-interactions",
    signs: false,
    event: "ENTITLEMENT_CREATE",
    accepted: 204,
    hasTimestamp: true,
    newKeys: () => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const shown = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
      const secret = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
      return { secret, options: { publicKeys: [shown] }, privateKey, shown };
    },
    sign: async (body, { privateKey }, seconds) => ({
      "X-Signature-Timestamp": String(seconds),
      "X-Signature-Ed25519": signWith(null, Buffer.from(seconds + body), privateKey as KeyObject).toString(
        "hex",
      ),
    }),
    verify: (body, { shown = "" }, headers) =>
      verifyKey(body, headers["X-Signature-Ed25519"] ?? "", headers["X-Signature-Timestamp"] ?? "", shown),
  },
  {
    scheme: "sendgrid",
    library: "@sendgrid/eventwebhook",
    signs: false,
    event: "delivered",
    isBatch: true,
    accepted: 204,
    hasTimestamp: true,
    newKeys: () => {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
      const secret = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
      const shown = publicKey.export({ format: "der", type: "spki" }).toString("base64");
      return { secret, shown, options: { publicKeys: [shown] }, privateKey };
    },
    sign: async (body, { privateKey }, seconds) => ({
      [EventWebhookHeader.TIMESTAMP()]: String(seconds),
      [EventWebhookHeader.SIGNATURE()]: signWith(
        "sha256",
        Buffer.from(seconds + body),
        privateKey as KeyObject,
      ).toString("base64"),
    }),
    verify: (body, { shown = "" }, headers) =>
      passes(() => {
        const webhook = new EventWebhook();
        return webhook.verifySignature(
          webhook.convertPublicKeyToECDSA(shown),
          body,
          headers[EventWebhookHeader.SIGNATURE()] ?? "",
          headers[EventWebhookHeader.TIMESTAMP()] ?? "",
        );
      }),
  },
];
