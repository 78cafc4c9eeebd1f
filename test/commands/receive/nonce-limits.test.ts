import { expect, it } from "vitest";
import { runSuite } from "../../../commands/conform/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { signDelivery } from "../../../runtime/webhook/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";
import { representativeSuite } from "../../support/commands/conform/representative-suite.js";
import { application, credentials, startReceive } from "../../support/commands/receive/running-receive.js";
import { sendEvent, subscriptionEvent } from "../../support/commands/receive/send-event.js";

const binding = ["--organization", application.organization, "--product", application.product];

/** The status of a delivery that is signed with a guess. */
async function sendForged(url: string): Promise<number> {
  const options = { protocol, ...credentials, secrets: ["a guess"], event: subscriptionEvent(1) };
  const { headers, body } = signDelivery(options);
  return (await fetch(url, { method: "POST", headers, body: new Uint8Array(body) })).status;
}

it("a receiver whose nonces are full answers 503, and says so in its log, metrics and health", async () => {
  const { url, metricsUrl, log } = await startReceive([
    ...binding,
    "--max-nonces",
    "3",
    "--metrics-port",
    "0",
  ]);
  const healthUrl = metricsUrl?.replace("/metrics", "/healthz") ?? "";
  expect([await sendForged(url), await sendForged(url)]).toEqual([401, 401]);
  expect((await fetch(healthUrl)).status).toBe(200);
  expect(await sendEvent(url, subscriptionEvent(1))).toEqual([204, ""]);
  expect(await sendEvent(url, subscriptionEvent(2))).toEqual([503, ""]);
  expect(log()).toContainEqual(
    expect.objectContaining({ code: "nonce-store-full", status: 503, level: "error" }),
  );
  expect(await (await fetch(metricsUrl ?? "")).text()).toContain(
    'oipkit_receiver_answers_total{code="nonce-store-full",status="503"} 1',
  );
  expect(await (await fetch(healthUrl)).json()).toEqual({
    status: "unavailable",
    checks: { inbox: "ok", nonces: "unavailable", server: "ok" },
  });
});

it("a receiver that verifies the signature first keeps no forged nonce, and conforms but for the order", async () => {
  const { url, probeUrl } = await startReceive([
    ...binding,
    "--reserve-nonce",
    "after-signature",
    "--probe-port",
    "0",
  ]);
  const suite = representativeSuite(wholeSuite);
  const subject = { url, probeUrl, application, ...credentials, callbacks: true };
  // Its stores are in memory.
  const report = await runSuite({ suite, ...subject, skip: ["*/restart-*"] });
  const failed = report.results.filter(({ result }) => result === "failed");
  expect(failed).toMatchObject([{ id: "6.3.2/forgery-spends-nonce", level: "should" }]);
  expect(report.conforms).toBe(true);
});

it("a receiver that verifies the signature first isn't filled by forged requests", async () => {
  const { url } = await startReceive([...binding, "--reserve-nonce", "after-signature", "--max-nonces", "1"]);
  expect([await sendForged(url), await sendForged(url)]).toEqual([401, 401]);
  expect(await sendEvent(url, subscriptionEvent(1))).toEqual([204, ""]);
});
