import { createHmac } from "node:crypto";
import type { Send } from "../../../commands/conform/index.js";
import type { Keys, OfficialLibrary } from "./official-libraries.js";

/** Whether a request is from the platform. */
export type Verify = (body: string, headers: Readonly<Record<string, string>>) => boolean | Promise<boolean>;

/** The header names that the library of a scheme reads, as the platform spells them. */
const spelled = [
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "Stripe-Signature",
  "X-Hub-Signature-256",
  "X-Slack-Request-Timestamp",
  "X-Slack-Signature",
  "X-Shopify-Webhook-Id",
  "X-Shopify-Event-Id",
  "X-Shopify-Topic",
  "X-Shopify-Hmac-Sha256",
  "X-Signature-Timestamp",
  "X-Signature-Ed25519",
  "X-Twilio-Email-Event-Webhook-Timestamp",
  "X-Twilio-Email-Event-Webhook-Signature",
];

/**
 * A receiver as platforms show it in their guides: 200 (Discord: 204) for whatever is verified, known or not, and 400 (Discord: 401)
 * for what isn't. It looks at nothing else, and an error that nothing catches is a 500.
 */
export function platformSample(scheme: string, verify: Verify): Send {
  const isDiscord = scheme === "discord";
  return async ({ headers, body }) => {
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value.trim()]));
    const own = spelled.flatMap((name) => {
      const value = given.get(name.toLowerCase());
      return value === undefined ? [] : [[name, value] as const];
    });
    const text = Buffer.from(body).toString("utf8");
    const answer = (status: number, content = "") => ({
      status,
      headers: content === "" ? [] : [["content-type", "text/plain"] as const],
      body: Buffer.from(content),
      firstByteMs: 0,
      elapsedMs: 0,
    });
    try {
      if (!(await verify(text, Object.fromEntries(own)))) return answer(isDiscord ? 401 : 400);
      const event = JSON.parse(text) as { readonly type?: unknown; readonly challenge?: unknown };
      if (event.type === "url_verification") return answer(200, String(event.challenge));
      return answer(isDiscord ? 204 : 200);
    } catch {
      return answer(500);
    }
  };
}

/** The verification of a platform's own library. */
export function libraryVerify({ verify }: OfficialLibrary, keys: Keys): Verify {
  return (body, headers) => verify(body, keys, headers);
}

/** The signature that fits a request, by the formula of the scheme's documentation, and the ones that it has. */
interface Compared {
  readonly fitting: string;
  readonly given: readonly string[];
}

const formulas: Readonly<
  Record<string, (body: string, headers: Readonly<Record<string, string>>, secret: string) => Compared>
> = {
  "standard-webhooks": (body, headers, secret) => ({
    fitting: `v1,${hmac(Buffer.from(secret.replace("whsec_", ""), "base64"), `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`, "base64")}`,
    given: (headers["webhook-signature"] ?? "").split(" "),
  }),
  stripe: (body, headers, secret) => {
    const fields = (headers["Stripe-Signature"] ?? "").split(",").map((each) => each.split("="));
    const time = fields.find(([name]) => name === "t")?.[1];
    return {
      fitting: hmac(secret, `${time}.${body}`, "hex"),
      given: fields.filter(([name]) => name === "v1").map(([, value = ""]) => value),
    };
  },
  slack: (body, headers, secret) => ({
    fitting: `v0=${hmac(secret, `v0:${headers["X-Slack-Request-Timestamp"]}:${body}`, "hex")}`,
    given: [headers["X-Slack-Signature"] ?? ""],
  }),
  github: (body, headers, secret) => ({
    fitting: `sha256=${hmac(secret, body, "hex")}`,
    given: [headers["X-Hub-Signature-256"] ?? ""],
  }),
  shopify: (body, headers, secret) => ({
    fitting: hmac(secret, body, "base64"),
    given: [headers["X-Shopify-Hmac-Sha256"] ?? ""],
  }),
};

function hmac(key: string | Buffer, content: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(content).digest(encoding);
}

/** Mistakes in a verification, by name; those that a scheme's documentation forbids. */
export function carelessVerifiers(
  scheme: string,
  right: Verify,
  secret: string,
): ReadonlyMap<string, Verify> {
  const found = new Map<string, Verify>([
    [
      "verifies the body serialized again",
      (body, headers) => right(JSON.stringify(JSON.parse(body)), headers),
    ],
    ["verifies nothing", () => true],
  ]);
  const formula = formulas[scheme];
  if (formula === undefined) return found;
  found.set("compares a prefix", async (body, headers) => {
    const { fitting, given } = formula(body, headers, secret);
    return given.some((each) => each.startsWith(fitting.slice(0, 16)));
  });
  if (["standard-webhooks", "stripe", "slack"].includes(scheme))
    found.set("doesn't compare the timestamp", (body, headers) => {
      const { fitting, given } = formula(body, headers, secret);
      return given.includes(fitting);
    });
  if (scheme === "standard-webhooks")
    found.set("doesn't decode the secret", (body, headers) => {
      const { fitting, given } = formula(body, headers, Buffer.from(secret).toString("base64"));
      return given.includes(fitting);
    });
  return found;
}
