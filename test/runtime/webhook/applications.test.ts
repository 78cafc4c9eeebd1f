import { describe, expect, it } from "vitest";
import { createMemoryInbox, createMemoryNonces } from "../../../runtime/webhook/index.js";
import {
  acmeNow,
  acmeReceiver,
  application,
  delivery,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const now = (): number => acmeNow;

/** Two Applications of one service, with the same stores and separate credentials. */
function service() {
  const stores = { inbox: createMemoryInbox({ now }), nonces: createMemoryNonces({ now }) };
  const own = (id: string) => ({
    secrets: [`secret of ${id}`],
    verificationToken: `token of ${id}`,
    encryptKey: `key of ${id}`,
  });
  const ownReceiver = (id: string) =>
    acmeReceiver({ ...stores, ...own(id), application: { ...application, id } }).receiver;
  return { inbox: stores.inbox, own, receivers: { one: ownReceiver("one"), two: ownReceiver("two") } };
}

const ownedEvent = (id: string) =>
  thingEvent({
    meta: { id: `evt-${id}`, topic: "acme.thing", trace: "t" },
    owner: { org: "org-1", app: id, stage: "live" },
  });

describe("two Applications on one receiving service", () => {
  it("accept their own deliveries, even with the same nonce", async () => {
    const { inbox, own, receivers } = service();
    for (const id of ["one", "two"] as const) {
      const made = delivery({ ...own(id), event: ownedEvent(id), random: (size) => Buffer.alloc(size, 7) });
      expect((await receivers[id].handle(post(made))).status).toBe(202);
    }
    expect((await inbox.list()).map(({ application, eventId }) => [application, eventId]).sort()).toEqual([
      ["one", "evt-one"],
      ["two", "evt-two"],
    ]);
  });

  it.each(["secrets", "verificationToken", "encryptKey"] as const)(
    "refuse a delivery with the other Application's %s",
    async (credential) => {
      const { inbox, own, receivers } = service();
      const mixed = { ...own("one"), [credential]: own("two")[credential], event: ownedEvent("one") };
      const { status } = await receivers.one.handle(post(delivery(mixed)));
      expect(status).toBe(credential === "encryptKey" ? 400 : 403);
      expect(await inbox.list()).toEqual([]);
    },
  );

  it("refuse an event of the other Application with their own credentials", async () => {
    const { inbox, own, receivers } = service();
    const made = delivery({ ...own("one"), event: ownedEvent("two") });
    expect((await receivers.one.handle(post(made))).status).toBe(400);
    expect(await inbox.list()).toEqual([]);
  });
});
