import { describe, expect, it } from "vitest";
import { signDelivery } from "../../../runtime/webhook/index.js";
import { acme, acmeNow, credentials, post } from "../../support/runtime/webhook/acme.js";
import { bare, batchReceiver, thing } from "../../support/runtime/webhook/acme-batches.js";

describe("the time of an event", () => {
  const at = (value: unknown) => thing("a", { meta: { id: "a", topic: "acme.thing", at: value } });

  it.each([
    ["iso8601", "2026-01-02T03:04:05.678+01:00", Date.UTC(2026, 0, 2, 2, 4, 5, 678)],
    ["seconds", 1_700_000_000, 1_700_000_000_000],
    ["seconds", 1_700_000_000.5, 1_700_000_000_500],
    ["seconds", "1700000000", 1_700_000_000_000],
    ["milliseconds", 1_700_000_000_123, 1_700_000_000_123],
    ["milliseconds", -1, -1],
    ["iso8601", 1_700_000_000, undefined],
    ["iso8601", "yesterday", undefined],
    ["seconds", 1e300, undefined],
    ["seconds", true, undefined],
    ["seconds", undefined, undefined],
  ] as const)("in %s is read from %j", async (unit, value, wanted) => {
    const { send, inbox } = batchReceiver({
      ...bare,
      event: { ...bare.event, time: { unit, pointer: "/meta/at" } },
    });
    expect((await send([at(value)])).status).toBe(202);
    expect((await inbox.find("app-7", "a"))?.occurredAt).toBe(wanted);
  });

  it("is read from a header, given to handlers and reported as an age", async () => {
    const ages: unknown[] = [];
    const times: unknown[] = [];
    const { receiver } = batchReceiver(
      {
        ...acme,
        headers: { ...acme.headers, eventTime: "Acme-At" },
        event: { ...acme.event, time: { unit: "seconds" } },
      },
      {
        fallback: (_event, { record }) => {
          times.push(record.occurredAt);
        },
        onAttempt: (report) => ages.push("ageMs" in report ? report.ageMs : undefined),
      },
    );
    const send = (id: string, headers: Record<string, string>) =>
      receiver.handle(
        post(
          signDelivery({
            protocol: acme,
            ...credentials,
            now: () => acmeNow,
            headers,
            event: thing(id, { thing: { id, rev: 1 } }),
          }),
        ),
      );
    await send("a", { "Acme-At": "1699999990" });
    await send("b", { "Acme-At": "soon" });
    await send("c", {});
    await receiver.drain();
    expect(times).toEqual([1_699_999_990_000, undefined, undefined]);
    expect(ages).toEqual([acmeNow - 1_699_999_990_000, undefined, undefined]);
  });
});
