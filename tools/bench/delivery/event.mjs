import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Pool } from "undici";

const example = JSON.parse(
  readFileSync(
    new URL("../../../contracts/examples/oem.access_context.changed.v1/minimal.json", import.meta.url),
    "utf8",
  ),
);
const secret = randomBytes(32).toString("base64url");

export const eventType = example.event_type;

/** A valid event of about 700 bytes for an application, which says when it was published. */
export function eventOf(id, application = "app_0") {
  return {
    ...example,
    event_id: id,
    correlation_id: `published_${Date.now()}`,
    data: { ...example.data, open_platform_application_id: application },
  };
}

/** Signs and posts one event with nothing around it: the least that any sender does. */
export function poster(url, connections) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    async post(id, content) {
      const body = Buffer.from(`{"verification_token":"token",${content.slice(1)}`, "utf8");
      const timestamp = String(Math.floor(Date.now() / 1000));
      const nonce = randomBytes(16).toString("hex");
      const signature = createHmac("sha256", secret)
        .update(`${timestamp}\n${nonce}\n`)
        .update(body)
        .digest("hex");
      const headers = {
        "content-type": "application/json",
        "x-svc-delivery-id": `delivery_${id}`,
        "x-svc-event-id": id,
        "x-svc-event-type": eventType,
        "x-svc-request-timestamp": timestamp,
        "x-svc-request-nonce": nonce,
        "x-svc-signature": `sha256=${signature}`,
      };
      const answer = await pool.request({ method: "POST", path: "/ok/0", headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`status ${answer.statusCode}`);
    },
    close: () => pool.close(),
  };
}

/** Runs work for each item, so many at once. */
export async function inParallel(items, concurrency, work) {
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < items.length) await work(items[next++]);
    }),
  );
}
