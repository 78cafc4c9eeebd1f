/**
 * What each scheme's own specification says, in our words, by the ids of the vectors that it decides. A wrong answer is called a fault only
 * if it is listed here.
 */
const standardWebhooks =
  "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md";
const stripe = "https://docs.stripe.com/webhooks#verify-manually";
const github = "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries";
const slack = "https://docs.slack.dev/authentication/verifying-requests-from-slack";
const shopify = "https://shopify.dev/docs/apps/build/webhooks/subscribe/https";
const discord = "https://discord.com/developers/docs/interactions/overview";
const sendgrid =
  "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features";

const authenticity = [
  "signature-key/*",
  "signature-content/*",
  "signature-digits/*",
  "signature-algorithm/*",
  "body-altered/*",
  "authentic/*",
];
const covered = ["timestamp-altered/*", "parts-altered/*"];

export const sources = {
  "standard-webhooks": [
    {
      ids: [...authenticity, ...covered, "body-bytes/*"],
      url: standardWebhooks,
      says: "The signed content is the id, the timestamp and the payload, joined by full stops, and the payload that is sent is the one that was signed; any content type is possible.",
    },
    {
      ids: ["several-signatures/*"],
      url: standardWebhooks,
      says: "The header is a list of signatures separated by spaces, and one that matches is enough; `v1` marks HMAC-SHA256.",
    },
    {
      ids: ["timestamp-form/no-time-*"],
      url: standardWebhooks,
      says: "The timestamp is an integer in seconds since 1970, and consumers check that it is within some tolerance of the current time.",
    },
    {
      ids: [
        "timestamp-window/*-3600",
        "timestamp-window/*-86400",
        "timestamp-window/*-31536000",
        "timestamp-window/number-*",
      ],
      url: standardWebhooks,
      says: "Consumers check that the timestamp is within some tolerance of the current time.",
    },
    {
      ids: ["headers-missing/*-missing"],
      url: standardWebhooks,
      says: "Each delivery has the three headers, and the signature covers the other two.",
    },
  ],
  stripe: [
    {
      ids: [...authenticity, ...covered],
      url: stripe,
      says: "The signed payload is the timestamp as a text, a full stop and the request's body, by HMAC-SHA256.",
    },
    {
      ids: ["several-signatures/*"],
      url: stripe,
      says: "There may be several signatures of `v1`, of which one must match; other schemes are ignored.",
    },
    {
      ids: ["headers-missing/*-missing"],
      url: stripe,
      says: "The header `Stripe-Signature` has the timestamp and the signatures.",
    },
  ],
  github: [
    {
      ids: [...authenticity, "headers-missing/*-missing"],
      url: github,
      says: "`X-Hub-Signature-256` is `sha256=` and the hexadecimal HMAC-SHA256 of the payload.",
    },
  ],
  slack: [
    {
      // Slack's libraries for JavaScript accept a time in the future.
      ids: ["timestamp-window/past-*"],
      url: slack,
      says: "A request whose timestamp is more than five minutes from the local time is ignored.",
    },
    {
      ids: [...authenticity, ...covered, "headers-missing/*-missing"],
      url: slack,
      says: "The basestring is `v0`, the timestamp's header and the raw body, joined by colons, and its HMAC-SHA256 is compared with the header.",
    },
  ],
  shopify: [
    {
      ids: [...authenticity, "headers-missing/*-missing"],
      url: shopify,
      says: "`X-Shopify-Hmac-Sha256` is the Base64 of the HMAC-SHA256 of the raw body.",
    },
  ],
  discord: [
    {
      ids: [...authenticity, ...covered, "headers-missing/*-missing"],
      url: discord,
      says: "The Ed25519 signature covers the timestamp's header and the raw body.",
    },
  ],
  sendgrid: [
    {
      ids: [...authenticity, ...covered, "headers-missing/*-missing"],
      url: sendgrid,
      says: "The ECDSA signature covers the timestamp's header and the raw payload.",
    },
  ],
};
