import type { IncomingMessage } from "node:http";
import type { Forwarded, Passing } from "./forward.js";
import { informationHead } from "./message-head.js";
import { countPassed } from "./passed-bytes.js";

type Opened = Extract<Forwarded, { readonly kind: "tunnel" }>;

/** Connects a client and the real server in the protocol that they have agreed on, until one of them ends. */
export function tunnel({ response, upgrade }: Passing, { answer, socket: far, head }: Opened): Promise<void> {
  return new Promise((resolve) => {
    const near = upgrade?.socket;
    if (near === undefined) {
      far.destroy();
      return resolve();
    }
    response.detachSocket(near as Parameters<typeof response.detachSocket>[0]);
    near.write(switchingHead(answer), "latin1");
    near.write(head);
    far.write(upgrade?.head ?? Buffer.alloc(0));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // The other one is told by the end.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        // What has arrived still goes on; nothing comes back.
        other.end(() => other.destroy());
        resolve();
      });
      one.on("data", ({ length }: Buffer) => countPassed(length));
      one.pipe(other);
    }
  });
}

function switchingHead({ statusMessage = "Switching Protocols", rawHeaders }: IncomingMessage): string {
  return informationHead(101, statusMessage, rawHeaders);
}
