// @needs chromium
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectWebhook } from "../../../../platform/sandbox/control/set-up-application.js";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";
import { type BrowserReceiver, startReceiver } from "../../../support/platform/console/browser/receiver.js";

let { control, open, close } = {} as BrowserConsole;
let application = "";
let path = "";
let page = {} as Page;
let trouble: string[] = [];
let receiver = {} as BrowserReceiver;

beforeAll(async () => {
  ({ control, open, close } = await startBrowserConsole("event-tests"));
  const made = await control.call("createApplication", {
    body: { name: "Notes", owner: "per_ada", organization_id: "org_acme", identities: ["application"] },
  });
  application = made.application.application_id;
  const of = { path: { application_id: application } };
  await control.call("requestAccess", {
    ...of,
    body: { product_code: "commerce", identity: "application" },
  });
  const { credentials } = await control.call("createCredentials", of);
  const findSecret = (kind: string): string => credentials.find((one) => one.kind === kind)?.secret ?? "";
  receiver = await startReceiver(application, {
    signingSecret: findSecret("signing-secret"),
    verificationToken: findSecret("verification-token"),
  });
  path = `org_acme/sandbox/applications/${application}/event-tests`;
  ({ page, trouble } = await open({ path }));
});

afterAll(async () => {
  await receiver.close?.();
  await close?.();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const findRow = (title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** The tests that the delivery log has, the latest first. */
async function sent() {
  const query = { application_id: application, kind: "test", limit: 50 } as const;
  return (await control.call("listDeliveries", { query })).deliveries;
}

it("shows what an event has before one sends it, and an example to copy", async () => {
  await page.getByRole("button", { name: "Schema and example: Subscription created" }).press("Enter");
  const row = findRow("Subscription created");
  await row.getByText("one of trialing, pending_payment, active", { exact: true }).waitFor();
  expect(await row.locator(".event-members > div").count()).toBeGreaterThan(25);
  await row.getByRole("button", { name: /^Copy Example/ }).click();
  const example = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(example).toMatchObject({ event_type: "oem.subscription.created.v1", schema_version: "1" });
  expect(await problemsInEveryLook(page)).toEqual([]);
  await page.getByRole("button", { name: "Hide schema and example: Subscription created" }).press("Enter");
  expect(await row.locator(".event-members").count()).toBe(0);
});

it("names what prevents tests and where to put it right, and follows live", async () => {
  await page.getByText("Blocked", { exact: true }).waitFor();
  await page.getByText("There is no endpoint. Save one.").first().waitFor();
  expect(await page.getByRole("button", { name: /^Send test: / }).count()).toBe(19);
  expect(await button("Send test: Subscription created").isDisabled()).toBe(true);
  expect(await page.getByRole("link", { name: "Go to Webhook" }).getAttribute("href")).toMatch(/\/webhook$/);
  await connectWebhook(control, { application, url: receiver.url });
  await page.getByText("Ready", { exact: true }).waitFor();
  await control.call("pauseWebhook", {
    path: { application_id: application },
    body: { reason: "moving" },
  });
  await page.getByText("The endpoint is paused. Resume it.").first().waitFor();
  await control.call("resumeWebhook", { path: { application_id: application } });
  await page.getByText("Ready", { exact: true }).waitFor();
  expect(await button("Send test: Subscription created").isEnabled()).toBe(true);
});

it("says that a test is queued, then what the delivery log has of it, and leads there", async () => {
  await page.getByRole("searchbox", { name: "Search events" }).fill("trial_started");
  expect(await page.getByRole("button", { name: /^Send test: / }).count()).toBe(1);
  const [asking] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST"),
    button("Send test: Trial started").press("Enter"),
  ]);
  // Only the type and the configuration's version are chosen.
  expect(Object.keys(asking.postDataJSON()).sort()).toEqual(["event_type", "revision"]);
  const row = findRow("Trial started");
  await row.getByText("Test queued").waitFor();
  await row.getByText("The platform has accepted the test.").waitFor();
  await row.getByText("Receipt confirmed", { exact: true }).waitFor();
  await row.getByText("The receiver answered 204: it has stored the event.").waitFor();
  await row.getByText("Correlation ID", { exact: true }).waitFor();
  const [delivery] = await sent();
  const shown = await row.innerText();
  expect(shown).toContain(delivery?.delivery_id);
  expect(shown).toContain(delivery?.event_id);
  expect(delivery?.event_id).toMatch(/^evt_webhook_test_/);
  // A test is recorded only.
  expect(receiver.asked).toContain("oem.subscription.trial_started.v1");
  expect(receiver.handled).toEqual([]);
  await row.getByRole("link", { name: "Open in the delivery log" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/deliveries/${delivery?.delivery_id}`));
  // The address changes before the page that it names is loaded.
  await page.getByRole("searchbox", { name: "Search events" }).waitFor({ state: "detached" });
  await page.goBack();
  await page.getByText("204 confirmed").first().waitFor();
});

it.each([
  [401, "Subscription past due", /Check signature and secret, time window and clock, nonce/],
  [422, "Subscription expired", /Check the schema and the decrypted fields/],
  [503, "Subscription paused", /Check its availability/],
] as const)("explains an answer of %i", async (status, title, meaning) => {
  receiver.outage = status;
  await button(`Send test: ${title}`).click();
  const row = findRow(title);
  await row.getByText("Not confirmed", { exact: true }).waitFor();
  await row.getByText(meaning).waitFor();
  const tried = (await sent()).filter(({ delivery_id }) =>
    row.innerText().then((text) => text.includes(delivery_id)),
  );
  expect(tried[0]).toMatchObject({ attempts: 1, status, state: "failed" });
  receiver.outage = undefined;
});

it("recovers a test whose answer was lost, and sends no second one", async () => {
  const before = (await sent()).length;
  await page.route("**/event-tests", async (route) => {
    if (route.request().method() === "GET") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await button("Send test: Plan changed").click();
  const row = findRow("Plan changed");
  await row.getByText("The result is unknown").waitFor();
  expect(await button("Send test: Trial ending").isDisabled()).toBe(true);
  await page.unroute("**/event-tests");
  await row.getByRole("button", { name: "Recover original request" }).click();
  await row.getByText("Receipt confirmed", { exact: true }).waitFor();
  expect(await sent()).toHaveLength(before + 1);
});

it("tests the callback apart, with a result of its own", async () => {
  await page.getByText("a passed test doesn't prove that it is invoked in production").waitFor();
  await button("Test callback").click();
  await page.getByText("The receiver returned a result").waitFor();
  expect(receiver.asked).toContain("token.agent.action.v1");
  receiver.outage = 503;
  await button("Test callback").click();
  await page.getByText("It isn't known whether it was executed", { exact: true }).waitFor();
  const calls = receiver.asked.filter((type) => type === "token.agent.action.v1");
  expect(calls).toHaveLength(2);
  receiver.outage = undefined;
});

it("has nothing that axe objects to and never scrolls sideways, in each language, theme and width", async () => {
  expect(await problemsInEveryLook(page)).toEqual([]);
  expect(trouble.filter((text) => !/ERR_FAILED|status of 401|status of 409/.test(text))).toEqual([]);
});
