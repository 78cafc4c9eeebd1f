// @needs python3
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { prepareAttempt } from "../../../delivery/attempts/prepare-attempt.js";
import { protocol } from "../../../generated/events/protocol.js";
import { loadScheme } from "../../support/schemes/load-scheme.js";

const content = '{"event_id":"evt_1","note":"Grüße 😀","amount":1.50}';
const identity = { deliveryId: "delivery-1", eventId: "evt_1", eventType: "a.b.v1" };
const common = { content, identity, encrypted: false, url: "https://example.com/", random: randomBytes };

it("is signed as Python computes it", () => {
  const signing = { signingSecret: "schlüssel", signingSecretVersion: 1, verificationToken: "tökén" };
  const { headers, body } = prepareAttempt({ ...common, protocol, credentials: signing, now: Date.now });
  const script = `import hmac,json,sys
body = sys.stdin.buffer.read()
mac = hmac.new("schlüssel".encode(), sys.argv[1].encode() + b"\\n" + sys.argv[2].encode() + b"\\n" + body, "sha256")
print("sha256=" + mac.hexdigest(), json.loads(body)["verification_token"] == "tökén", len(json.loads(body)))`;
  const [time = "", nonce = ""] = [headers["X-SVC-Request-Timestamp"], headers["X-SVC-Request-Nonce"]];
  const printed = execFileSync("python3", ["-c", script, time, nonce], { input: body, encoding: "utf8" });
  expect(printed.trim()).toBe(`${headers["X-SVC-Signature"]} True 4`);
});

it("is accepted by the library of Standard Webhooks", async () => {
  const scheme = await loadScheme("standard-webhooks");
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const { headers, body } = prepareAttempt({
    ...common,
    protocol: scheme.protocol,
    now: Date.now,
    credentials: { signingSecret: secret, signingSecretVersion: 1 },
  });
  const text = Buffer.from(body).toString();
  expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(content));
  expect(() => new Webhook(secret).verify(`${text} `, headers)).toThrow();
});
