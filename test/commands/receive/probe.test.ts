import { describe, expect, it } from "vitest";
import { createClient } from "../../../generated/probe/client.js";
import { application, credentials, startReceive } from "../../support/commands/receive/running-receive.js";
import { sendEvent, subscriptionEvent } from "../../support/commands/receive/send-event.js";

const flags = [
  "--probe-port",
  "0",
  "--organization",
  application.organization,
  "--product",
  application.product,
];

async function startWithProbe() {
  const { url, probeUrl = "" } = await startReceive(flags);
  const call = async (path: string, init?: RequestInit): Promise<[number, unknown]> => {
    const response = await fetch(probeUrl + path, init);
    const text = await response.text();
    return [response.status, text === "" ? "" : JSON.parse(text)];
  };
  return { url, probeUrl, call, probe: createClient({ baseUrl: probeUrl }).probe };
}

describe("the probe of oipkit receive", () => {
  it("returns a record as its contract specifies", async () => {
    const { url, probe } = await startWithProbe();
    const event = { ...subscriptionEvent(1), more: { kept: [1, null] } };
    await sendEvent(url, event);
    const answer = await probe.readInbox({ event_id: "evt_sub_1_1" });
    expect(answer).toMatchObject({
      ok: true,
      status: 200,
      body: {
        records: [
          {
            event_id: "evt_sub_1_1",
            event_type: "oem.subscription.created.v1",
            delivery_id: expect.stringMatching(/./),
            correlation_id: expect.stringMatching(/./),
            event,
            test: false,
          },
        ],
      },
    });
    expect(await probe.readInbox({ event_id: "no/such ☃" })).toMatchObject({ body: { records: [] } });
  });

  it("returns the state of a resource, including events acknowledged a moment ago", async () => {
    const { url, probe } = await startWithProbe();
    const state = async () => (await probe.readResource({ resource_id: "sub_1" })) as { body: unknown };
    expect((await state()).body).toEqual({ applied_version: null, pending_versions: [] });
    await sendEvent(url, subscriptionEvent(4));
    await sendEvent(url, subscriptionEvent(3));
    expect((await state()).body).toEqual({ applied_version: null, pending_versions: [3, 4] });
    await sendEvent(url, subscriptionEvent(1));
    expect((await state()).body).toEqual({ applied_version: 1, pending_versions: [3, 4] });
    await sendEvent(url, subscriptionEvent(2));
    expect((await state()).body).toEqual({ applied_version: 4, pending_versions: [] });
  });

  it("makes each store fail separately, until the fault is cleared", async () => {
    const { url, probe } = await startWithProbe();
    const statuses = async (version: number): Promise<number> =>
      (await sendEvent(url, subscriptionEvent(version)))[0];
    expect(await probe.setFaults({ body: { nonce_store: true } })).toMatchObject({ status: 204 });
    expect(await statuses(1)).toBe(503);
    await probe.setFaults({ body: { inbox: true } });
    await probe.setFaults({ body: { nonce_store: false } });
    expect(await statuses(1)).toBe(503);
    expect(await probe.readInbox({ event_id: "evt_sub_1_1" })).toMatchObject({ body: { records: [] } });
    await probe.setFaults({ body: {} });
    expect(await statuses(1)).toBe(503);
    await probe.setFaults({ body: { inbox: false } });
    expect(await statuses(1)).toBe(204);
  });

  it("finds text in the store and in the output, and no secret", async () => {
    const { url, probe } = await startWithProbe();
    const said = 'said "quoted"\n☃';
    await sendEvent(url, { ...subscriptionEvent(1), said });
    const isFound = async (needle: string): Promise<unknown> =>
      ((await probe.findLeak({ needle })) as { body: { found: boolean } }).body.found;
    expect(await Promise.all([said, "evt_sub_1_1", "listening on"].map(isFound))).toEqual([true, true, true]);
    const secrets = [...credentials.secrets, credentials.verificationToken, "never sent"];
    expect(await Promise.all(secrets.map(isFound))).toEqual([false, false, false, false]);
  });

  it("refuses requests that its contract doesn't define", async () => {
    const { call } = await startWithProbe();
    const put = (body: string) => call("/faults", { method: "PUT", body });
    expect((await call("/leaks"))[0]).toBe(400);
    expect((await call("/leaks?needle="))[0]).toBe(400);
    expect((await put("{"))[0]).toBe(400);
    expect((await put("[]"))[0]).toBe(400);
    expect((await put('{"inbox":1}'))[0]).toBe(400);
    expect((await call("/faults"))[0]).toBe(404);
    expect((await call("/inbox"))[0]).toBe(404);
    expect((await call("/inbox/a/b"))[0]).toBe(404);
    expect((await call("/inbox/%ff"))[0]).toBe(404);
    expect((await call("//inbox/a"))[0]).toBe(404);
    expect((await call("/inbox/a", { method: "DELETE" }))[0]).toBe(404);
  });
});
