// @needs chromium
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Endpoint, saveEndpoint } from "../../../support/platform/console/browser/endpoint.js";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  keptIn,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
let application = "";
let root = "";
let endpoint = {} as Endpoint;
let opened = {} as OpenedPage;
let page = {} as Page;
const created = "oem.subscription.created.v1";
const patience = { interval: 100, timeout: 20_000 };

beforeAll(async () => {
  const console = await startBrowserConsole("health");
  ({ sandbox, control, open, close } = console);
  const body = { name: "Notes", owner: "per_ada", organization_id: "org_acme" };
  application = (await control.call("createApplication", { body })).application.application_id;
  root = `org_acme/sandbox/applications/${application}`;
  endpoint = await saveEndpoint(console, { application, eventTypes: [created] });
  opened = await open({ path: `${root}/webhook` });
  ({ page } = opened);
});

afterAll(async () => {
  await endpoint.close?.();
  await close?.();
});

const path = () => ({ application_id: application });
const trigger = () =>
  control.call("triggerEvent", { body: { event_type: created, application_id: application } });
const countDeliveries = async (state: "delivered" | "failed") =>
  (await control.call("listDeliveries", { query: { application_id: application, state } })).deliveries.length;
const goTo = (rest: string) => page.goto(`${sandbox.origin}/console/${rest}`);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

it("shows an active endpoint without a word of trouble while deliveries work", async () => {
  await page.getByText("No attempt was made in the last 24 hours.").waitFor();
  await trigger();
  await page.getByText("In the last 24 hours, 0 of 1 attempts failed (0%).").waitFor();
  await page.getByText("Active", { exact: true }).first().waitFor();
  expect(await page.getByText("Deliveries fail").count()).toBe(0);
});

it("says by itself since when deliveries fail, with which status, after which rotation, and when the next is due", async () => {
  await control.call("rotateCredential", {
    path: { ...path(), kind: "signing-secret" },
    body: { operation_id: "rotation-1" },
  });
  for (let count = 0; count < 7; count += 1) await trigger();
  const notice = page.getByRole("alert").filter({ hasText: "Deliveries fail" });
  await notice.waitFor();
  await notice.getByText("The circuit is open").waitFor();
  const text = await notice.innerText();
  expect(text).toMatch(/Deliveries fail: all \d attempts since \d\d:\d\d:\d\d UTC failed/);
  expect(text).toMatch(
    /Since the HMAC Secret was rotated to version 2 at \d\d:\d\d:\d\d UTC, all \d attempts have failed with 401\./,
  );
  expect(text).toContain("Give the receiver the present secret");
  expect(text).toMatch(/nothing is sent until \d\d:\d\d:\d\d UTC/);
  await page.getByText("Deliveries fail", { exact: true }).waitFor();
  // Neither the state nor the stream is shown in green.
  expect(await page.locator("header .badge.good, header .live-dot.on").count()).toBe(0);
});

it("marks the application in the list and says the same on the page of deliveries", async () => {
  await goTo("org_acme/sandbox/applications");
  const card = page.getByRole("link", { name: /Notes/ });
  await card.getByText("Deliveries fail", { exact: true }).waitFor();
  await goTo(`${root}/deliveries`);
  await page.getByRole("alert").filter({ hasText: "have failed with 401" }).waitFor();
});

it("says that a signature was made with the secret before the rotation", async () => {
  await page
    .getByRole("row", { name: /Failed|Waiting/ })
    .last()
    .click();
  await page.getByRole("heading", { name: "Where does yours differ?" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const sent = endpoint.requests.find(({ headers }) => headers["x-svc-delivery-id"] === id);
  const [timestamp, nonce] = ["timestamp", "nonce"].map((name) => sent?.headers[`x-svc-request-${name}`]);
  const old = createHmac("sha256", endpoint.signingSecret)
    .update(`${timestamp}\n${nonce}\n${sent?.body}`)
    .digest("hex");
  await page.getByRole("textbox", { name: "Signature you computed" }).fill(`sha256=${old}`);
  await button("Compare").click();
  await page.getByText("You signed with the secret from before the last rotation.").waitFor();
  await page.getByText(/Version 1 was replaced by version 2 at \d\d:\d\d:\d\d UTC\./).waitFor();
  expect(await keptIn(page)).not.toContain(endpoint.signingSecret);
});

it("delivers all that failed again by keyboard, from the palette, and says how it ended", async () => {
  await expect
    .poll(async () => {
      await control.call("advanceClock", { body: { by: "16m" } });
      return countDeliveries("failed");
    }, patience)
    .toBe(7);
  const { secret } = await control.call("revealSigningSecret", { path: path() });
  endpoint.learn(secret ?? "");
  await goTo(`${root}/deliveries`);
  await page.getByText("7 events have failed for good; they can be delivered again.").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill("all failed again");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Deliver all failed events again?" });
  await dialog.getByText("7 events have failed.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await button("Deliver all failed again").focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("7 events have failed.").waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Deliver 7 events again" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("7 of 7 begun").waitFor();
  // Those that the circuit holds back go with the clock.
  await control.call("advanceClock", { body: { by: "16m" } });
  await dialog.getByRole("status").getByText("7 delivered again, 0 failed.").waitFor();
  expect(await countDeliveries("delivered")).toBe(8);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("alert").filter({ hasText: "have failed" }).waitFor({ state: "detached" });
});

it("finds deliveries by the id of a subscription and by words of the event, and says how far it searched", async () => {
  const { deliveries } = await control.call("listDeliveries", { query: { application_id: application } });
  const { event } = await control.call("readDelivery", {
    path: { delivery_id: deliveries[0]?.delivery_id ?? "" },
  });
  const { resource_id = "" } = event as { resource_id?: string };
  const field = page.getByRole("searchbox", { name: "Search ids and events" });
  await field.fill(resource_id);
  await expect.poll(() => page.getByRole("row").count(), patience).toBe(1);
  await page.getByText("All 8 deliveries were searched.", { exact: false }).waitFor();
  await field.fill("no-such-word");
  await page.getByText("Nothing matches these filters").waitFor();
  await page.getByText("All 8 deliveries were searched.", { exact: false }).waitFor();
  await button("Clear filters").first().click();
});

it("has no accessibility problem and no horizontal scrolling while deliveries fail, in each language, theme and width", async () => {
  endpoint.answer = 503;
  await trigger();
  await goTo(`${root}/webhook`);
  await page.getByRole("alert").filter({ hasText: "with 503" }).waitFor();
  // Nothing was changed meanwhile, so no cause is named.
  await page.getByText("Nothing was changed here between the last success", { exact: false }).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await goTo(`${root}/deliveries?id=oem`);
  await page.getByText("deliveries were searched", { exact: false }).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await goTo("org_acme/sandbox/applications");
  await page.getByText("Deliveries fail", { exact: true }).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  expect(opened.trouble).toEqual([]);
});

it("says it in Chinese, too", async () => {
  const { page: chinese, close: leave } = await open({ path: `${root}/webhook`, language: "zh" });
  await chinese.getByText("投递失败", { exact: true }).waitFor();
  await chinese.getByText(/每次尝试都失败：503/).waitFor();
  await leave();
});
