import { protocol } from "../../generated/events/protocol.js";
import { type JsonObject, type SignedDelivery, signDelivery } from "../../runtime/webhook/index.js";
import { credentials } from "../cli/receive/running-receive.js";

/** A fresh attempt to deliver an event, with a new nonce. */
export function attempt(event: JsonObject): SignedDelivery {
  return signDelivery({ protocol, ...credentials, event });
}

/** The status of a delivery; 0 if no answer came. */
export async function deliver(url: string, { headers, body }: SignedDelivery): Promise<number> {
  try {
    const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** One delivery and what became of it. */
export interface Sent {
  readonly event: JsonObject;
  readonly delivery: SignedDelivery;
  readonly status: number;
}

export interface SendOptions {
  /** Events to send; taken from the front, and those without acceptance go to its end again. */
  readonly queue: JsonObject[];
  readonly url: string;
  /** Deliveries at once. */
  readonly senders: number;
  /** Told of each answer; `false` ends the sending. */
  readonly onAnswer: (sent: Sent) => boolean;
}

/** Sends as the platform does: an event that wasn't accepted comes again, as a new attempt. */
export async function sendAll({ queue, url, senders, onAnswer }: SendOptions): Promise<void> {
  let isOn = true;
  const sender = async (): Promise<void> => {
    while (isOn) {
      const event = queue.shift();
      if (event === undefined) return;
      const delivery = attempt(event);
      const status = await deliver(url, delivery);
      if (status !== 204) queue.push(event);
      if (!onAnswer({ event, delivery, status })) isOn = false;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
}
