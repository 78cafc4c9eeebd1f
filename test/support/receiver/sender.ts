import { protocol } from "../../../generated/events/protocol.js";
import { type JsonObject, type SignedDelivery, signDelivery } from "../../../runtime/webhook/index.js";
import { credentials } from "../commands/receive/running-receive.js";

/** A new attempt to deliver an event, with a new nonce. */
export function attempt(event: JsonObject): SignedDelivery {
  return signDelivery({ protocol, ...credentials, event });
}

/** The status of a delivery; 0 if there was no answer. */
export async function deliver(url: string, { headers, body }: SignedDelivery): Promise<number> {
  try {
    const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** A delivery and its result. */
export interface Sent {
  readonly event: JsonObject;
  readonly delivery: SignedDelivery;
  readonly status: number;
}

export interface SendOptions {
  /** Events to send, taken from the front. Events that weren't accepted are appended again. */
  readonly queue: JsonObject[];
  readonly url: string;
  /** The number of simultaneous deliveries. */
  readonly senders: number;
  /** Called for each result; returns `false` to stop sending. */
  readonly onAnswer: (sent: Sent) => boolean;
}

/** Sends events as the platform does: an event that wasn't accepted is sent again in a new attempt. */
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
