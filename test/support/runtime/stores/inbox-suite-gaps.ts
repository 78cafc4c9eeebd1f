import { expect, it } from "vitest";
import type { Claim, GapClaim, Inbox } from "../../../../runtime/webhook/index.js";
import { claimAt, completeAll, eventStates, versioned } from "./entries.js";

type Both = () => { inbox: Inbox; other: Inbox };

/** Tests of gaps: versions that are missing before waiting events. */
export function gapTests(both: Both): void {
  const claimGap = (inbox: Inbox, now: number, receivedUntil = now): Promise<GapClaim | undefined> =>
    inbox.claimGap({ application: "app", now, leaseMs: 1000, receivedUntil });

  it("are claimed by one process, once they are old enough", async () => {
    const { inbox, other } = both();
    for (const version of [1, 3, 4]) await inbox.record(versioned(version, { receivedAt: 1000 }));
    await inbox.record(versioned(2, { eventId: "young", resource: "q", receivedAt: 5000 }));
    await completeAll(inbox, 5000);
    expect(await claimGap(inbox, 5000, 999)).toBeUndefined();
    const [a, b] = await Promise.all([claimGap(inbox, 5000, 1000), claimGap(other, 5000, 1000)]);
    expect([a, b].filter((gap) => gap === undefined)).toHaveLength(1);
    expect(a ?? b).toMatchObject({
      resource: "r",
      family: "things",
      version: 1,
      waiting: [3, 4],
      attempt: 1,
    });
    expect(await claimGap(other, 6000, 1000)).toMatchObject({ resource: "r", attempt: 2 });
    expect(await claimGap(inbox, 6000, 5000)).toMatchObject({ resource: "q", version: 0, waiting: [2] });
  });

  it("close at the reconciled version: earlier events are superseded, later ones are handled", async () => {
    const { inbox } = both();
    for (const version of [3, 4, 5, 7]) await inbox.record(versioned(version));
    await completeAll(inbox, 1000);
    const gap = await claimGap(inbox, 2000);
    expect(await inbox.closeGap(gap as GapClaim, { now: 2001, version: 4, againAt: 9000 })).toBe(true);
    expect(await completeAll(inbox, 2001)).toEqual(["v5"]);
    expect(await eventStates(inbox)).toEqual({
      v3: "superseded",
      v4: "superseded",
      v5: "handled",
      v7: "waiting",
    });
    expect(await inbox.resources()).toMatchObject([{ version: 5, waiting: [7] }]);
    expect(await claimGap(inbox, 8999)).toBeUndefined();
    expect(await claimGap(inbox, 9000)).toMatchObject({ version: 5, waiting: [7], attempt: 1 });
  });

  it("never move a resource back, and stay open if nothing new was found", async () => {
    const { inbox } = both();
    for (const version of [1, 2, 4]) await inbox.record(versioned(version));
    await completeAll(inbox, 1000);
    const gap = await claimGap(inbox, 2000);
    expect(await inbox.closeGap(gap as GapClaim, { now: 2001, version: 1, againAt: 3000 })).toBe(true);
    expect(await inbox.resources()).toMatchObject([{ version: 2, waiting: [4] }]);
    expect(await claimGap(inbox, 3000)).toMatchObject({ attempt: 2 });
  });

  it("hold back the missing version while they are being reconciled", async () => {
    const { inbox, other } = both();
    await inbox.record(versioned(2));
    await completeAll(inbox, 1000);
    const gap = await claimGap(inbox, 2000);
    await other.record(versioned(1, { receivedAt: 2001 }));
    expect(await claimAt(other, 2002)).toEqual([]);
    await inbox.postponeGap(gap as GapClaim, { now: 2003, until: 4000 });
    expect(await claimGap(inbox, 3999)).toBeUndefined();
    expect(await completeAll(other, 99_999)).toEqual(["v1", "v2"]);
  });

  it("can be claimed again once the lease has expired", async () => {
    const { inbox, other } = both();
    await inbox.record(versioned(2));
    await completeAll(inbox, 1000);
    const lost = await claimGap(inbox, 2000);
    const held = await claimGap(other, 3000);
    expect(await inbox.closeGap(lost as GapClaim, { now: 3001, version: 9, againAt: 0 })).toBe(false);
    await inbox.postponeGap(lost as GapClaim, { now: 3001, until: 0 });
    expect(await other.closeGap(held as GapClaim, { now: 3002, version: 2, againAt: 0 })).toBe(true);
    expect(await inbox.resources()).toMatchObject([{ version: 2, waiting: [] }]);
  });

  it("also result from a dead event that others wait for", async () => {
    const { inbox } = both();
    for (const version of [1, 2]) await inbox.record(versioned(version));
    const [first] = await claimAt(inbox, 1000);
    await completeAll(inbox, 1000);
    await inbox.fail(first as Claim, { now: 1001, error: "no" });
    const gap = await claimGap(inbox, 2000);
    expect(gap).toMatchObject({ version: 0, waiting: [2] });
    await inbox.closeGap(gap as GapClaim, { now: 2001, version: 1, againAt: 0 });
    expect(await eventStates(inbox)).toMatchObject({ v1: "superseded" });
    expect(await completeAll(inbox, 2001)).toEqual(["v2"]);
  });

  it("can be closed in a transaction", async () => {
    const { inbox } = both();
    await inbox.record(versioned(2));
    await completeAll(inbox, 1000);
    const gap = await claimGap(inbox, 2000);
    const open = await inbox.begin();
    expect(
      await inbox.closeGap(gap as GapClaim, { now: 2001, version: 2, againAt: 0, transaction: open }),
    ).toBe(true);
    await open.commit();
    expect(await eventStates(inbox)).toEqual({ v2: "superseded" });
  });
}
