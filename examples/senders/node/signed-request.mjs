import { createCipheriv, createHash, createHmac, randomBytes } from "node:crypto";

/** Headers and body of one attempt: timestamp, nonce, initialization vector and signature are new each time. */
export function signedRequest(delivery, application, now) {
  const body = bodyOf(delivery.text, application);
  const timestamp = String(Math.floor(now / 1000));
  const nonce = randomBytes(16).toString("hex");
  const hmac = createHmac("sha256", application.secret);
  hmac.update(`${timestamp}\n${nonce}\n`).update(body);
  const signature = `sha256=${hmac.digest("hex")}`;
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "x-svc-delivery-id": delivery.id,
    "x-svc-event-id": delivery.eventId,
    "x-svc-event-type": delivery.eventType,
    "x-svc-request-timestamp": timestamp,
    "x-svc-request-nonce": nonce,
    "x-svc-signature": signature,
  };
  if (delivery.kind === "test") headers["x-svc-test-delivery"] = "true";
  return { headers, body };
}

/** The event as JSON with the token as its last member, encrypted if the application wants that. */
function bodyOf(text, { token, encryptKey }) {
  const plaintext = Buffer.from(withToken(text, token), "utf8");
  if (encryptKey === null) return plaintext;
  const iv = randomBytes(16);
  const key = createHash("sha256").update(encryptKey, "utf8").digest();
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const sealed = Buffer.concat([iv, cipher.update(plaintext), cipher.final()]);
  return Buffer.from(JSON.stringify({ encrypt: sealed.toString("base64") }), "utf8");
}

/** The text of the event stays as it is: it is never parsed and serialized again. */
function withToken(text, token) {
  const member = `"verification_token":${JSON.stringify(token)}`;
  return `${text.slice(0, -1)},${member}}`;
}
