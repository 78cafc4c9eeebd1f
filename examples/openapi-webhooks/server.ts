import { createHmac, timingSafeEqual } from "node:crypto";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createWebhooks } from "./generated/shop/webhooks.js";

/** How long a signature is valid, in seconds. */
const tolerance = 300;

/** What the shop's webhooks need: the secret that it shares with us, the clock, and what is done with an order. */
export interface ShopOptions {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly place: (id: string, pieces: number) => void | Promise<void>;
  readonly cancel: (id: string, reason: "customer" | "stock") => void | Promise<void>;
}

/** A server for all webhooks of `contracts/shop.openapi.yaml` at one URL. A delivery may come twice, so `place` and `cancel` must allow that. */
export function createShopServer({ secret, now = Date.now, place, cancel }: ShopOptions) {
  const webhooks = createWebhooks({
    authenticate({ header, body }) {
      const timestamp = header("x-timestamp") ?? "";
      const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
      const given = Buffer.from(header("x-signature") ?? "", "hex");
      const isFresh = Math.abs(now() / 1000 - Number(timestamp)) <= tolerance;
      return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
    },
    handlers: {
      async orderPlaced({ body }) {
        const pieces = body.lines.reduce((sum, { quantity }) => sum + quantity, 0);
        await place(body.id, pieces);
        return { status: 204 };
      },
      async orderCancelled({ body }) {
        await cancel(body.id, body.reason);
        return { status: 204 };
      },
    },
  });
  return createReceiverServer(webhooks.receiver(({ header }) => header("x-event") ?? ""));
}
