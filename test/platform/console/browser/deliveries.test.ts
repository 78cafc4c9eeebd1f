// @needs chromium
import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import { root, temporaryFolder } from "../../../support/generator/emit/contract-folder.js";
import { type Endpoint, saveEndpoint } from "../../../support/platform/console/browser/endpoint.js";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
let application = "";
let list = "";
let endpoint = {} as Endpoint;
let { page, trouble } = {} as OpenedPage;
const patience = { interval: 100 };
const created = "oem.subscription.created.v1";

beforeAll(async () => {
  const console = await startBrowserConsole("deliveries");
  ({ sandbox, control, open, close } = console);
  // Nothing is sent again while a test looks at what was sent.
  await control.call("freezeClock");
  const body = { name: "Notes", owner: "per_ada", organization_id: "org_acme" };
  application = (await control.call("createApplication", { body })).application.application_id;
  list = `org_acme/sandbox/applications/${application}/deliveries`;
  endpoint = await saveEndpoint(console, { application, eventTypes: [created] });
  ({ page, trouble } = await open({ path: list }));
});

afterAll(async () => {
  await endpoint.close?.();
  await close?.();
});

const trigger = (event_type = created) =>
  control.call("triggerEvent", { body: { event_type, application_id: application } });
const countDeliveries = async (state: "delivered" | "failed") =>
  (await control.call("listDeliveries", { query: { application_id: application, state } })).deliveries.length;
const rows = () => page.getByRole("row");

it("shows the first delivery as it arrives, without a reload, and announces the next ones by a bar", async () => {
  await page.getByText("Nothing has been sent yet").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await trigger();
  await page.getByRole("row", { name: /Delivered/ }).waitFor();
  expect(await rows().count()).toBe(1);
  endpoint.answer = 503;
  await trigger();
  const bar = page.getByRole("button", { name: "1 new" });
  await bar.waitFor();
  expect(await rows().count()).toBe(1);
  await bar.press("Enter");
  await expect.poll(() => rows().count()).toBe(2);
  // The bar has gone, and the focus with it: to the latest row.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("1");
  await page.getByRole("row", { name: /Waiting|Sending/ }).waitFor();
});

it("keeps filters in the address over a reload, and says what to do if nothing matches", async () => {
  await page.getByRole("button", { name: /State/ }).press("Enter");
  await page.getByRole("option", { name: "Delivered" }).press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("state")).toBe("delivered");
  await expect.poll(() => rows().count()).toBe(1);
  await page.reload();
  await page.getByRole("row", { name: /Delivered/ }).waitFor();
  expect(await rows().count()).toBe(1);
  await page.keyboard.press("/");
  await page.keyboard.type("evt_of_nobody");
  await page.getByText("Nothing matches these filters").waitFor();
  expect(new URL(page.url()).searchParams.get("id")).toBe("evt_of_nobody");
  await page.getByRole("button", { name: "Clear filters" }).first().press("Enter");
  await expect.poll(() => rows().count()).toBe(2);
});

it("opens a delivery by keyboard, with its attempts, its request without the token, and what follows", async () => {
  await page.getByRole("row").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /Attempt 1/ }).waitFor();
  await page.getByText(/Attempt \d is due/).waitFor();
  await page.getByText("Masked here: verification_token", { exact: false }).waitFor();
  const text = await page.locator("main").innerText();
  const [sent] = endpoint.requests.slice(-1);
  expect(text).toContain(String(sent?.headers["x-svc-request-nonce"]));
  expect(text).not.toContain(
    (JSON.parse(sent?.body ?? "{}") as { verification_token: string }).verification_token,
  );
  expect(text).not.toContain(endpoint.signingSecret);
  await page.getByRole("tab", { name: "Answer" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText('"not now"').waitFor();
});

it("says in the page's language what an answer means, and why it isn't delivered again", async () => {
  const { deliveries } = await control.call("listDeliveries", { query: { state: "delivered", limit: 1 } });
  const { page: chinese, close: leave } = await open({
    path: `${list}/${deliveries[0]?.delivery_id}`,
    language: "zh",
  });
  await chinese.getByText("接收端已提交该事件，或此前已收到。").waitFor();
  // What has the focus by the keyboard is explained.
  await chinese.keyboard.press("Tab");
  await chinese.getByRole("note").filter({ hasText: "重新投递" }).focus();
  await chinese.getByRole("tooltip", { name: "暂不可用：只有失败的投递才能重新投递。" }).waitFor();
  expect(await chinese.locator("main").innerText()).not.toMatch(/The receiver/);
  await leave();
});

it("says at which step a wrong signature parts", async () => {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const sent = endpoint.requests.findLast(({ headers }) => headers["x-svc-delivery-id"] === id);
  const [timestamp, nonce] = ["timestamp", "nonce"].map((name) => sent?.headers[`x-svc-request-${name}`]);
  const swapped = createHmac("sha256", endpoint.signingSecret)
    .update(`${nonce}\n${timestamp}\n${sent?.body}`)
    .digest("hex");
  const field = page.getByRole("textbox", { name: "Signature you computed" });
  const compare = page.getByRole("button", { name: "Compare" });
  await field.fill(`sha256=${swapped}`);
  await field.press("Enter");
  await page.getByText("First difference: Signing input").waitFor();
  await page.getByText("You signed the nonce before the timestamp.").waitFor();
  await field.fill(String(sent?.headers["x-svc-signature"]));
  await compare.press("Enter");
  await page.getByText("The signatures match").waitFor();
});

it("copies a delivery as a command and as a case", async () => {
  const copy = async (name: string): Promise<string> => {
    await page.getByRole("button", { name: "Copy as…" }).press("Enter");
    await page.getByRole("menuitem", { name }).press("Enter");
    await page.getByRole("menu").waitFor({ state: "detached" });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const command = await copy("curl command");
  expect(command).toContain(`curl -i -X 'POST' '${endpoint.url}'`);
  expect(command).toContain("-H 'X-SVC-Signature: sha256=");
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, "case.json"), await copy("Case for oipkit conform"));
  const env = {
    WEBHOOK_SECRET: endpoint.signingSecret,
    WEBHOOK_VERIFICATION_TOKEN: endpoint.verificationToken,
  };
  const binding = ["--application", application, "--environment", "sandbox"];
  const suite = ["--suite", join(root, "generated/conformance/events.json"), "--cases", "case.json"];
  const conform = () =>
    runWith({ cwd, env }, "conform", endpoint.url, ...binding, ...suite, "--format", "json");
  endpoint.answer = undefined;
  const passed = JSON.parse((await conform()).out) as { results: unknown[] };
  expect(passed).toMatchObject({ counts: { passed: 1, failed: 0 } });
  const { headers, body } = endpoint.requests.at(-1) ?? {};
  expect(headers?.["x-svc-event-type"]).toBe(created);
  expect(JSON.parse(body ?? "{}")).toMatchObject({ event_type: created });
  endpoint.answer = 503;
  const failed = await conform();
  expect(failed.exitCode).toBe(1);
  expect(JSON.parse(failed.out)).toMatchObject({ counts: { passed: 0, failed: 1 } });
});

it("delivers a failed event again, after a confirmation", async () => {
  // What was answered with 503 is delivered first: the endpoint gets one event at a time.
  endpoint.answer = undefined;
  await control.call("advanceClock", { body: { by: "1h" } });
  await expect.poll(() => countDeliveries("delivered")).toBe(2);
  endpoint.answer = 422;
  await trigger();
  const failed = async () =>
    (await control.call("listDeliveries", { query: { application_id: application, state: "failed" } }))
      .deliveries[0];
  await expect.poll(async () => (await failed())?.state).toBe("failed");
  const id = (await failed())?.delivery_id;
  await page.goto(`${sandbox.origin}/console/${list}/${id}`);
  await page.getByText("No further attempts").waitFor();
  endpoint.answer = undefined;
  await page.getByRole("button", { name: "Deliver again" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Deliver again" }).press("Enter");
  await page.getByRole("button", { name: /Attempt 2/ }).waitFor();
  await page.getByText("Delivered", { exact: false }).first().waitFor();
  expect(endpoint.requests.at(-1)?.headers["x-svc-delivery-id"]).toBe(id);
});

it("opens a delivery by its id in the command palette", async () => {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${sandbox.origin}/console/${list}`);
  await rows().first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill(id);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/deliveries/${id}$`));
  await page.getByText("About this delivery").waitFor();
});

it("forwards a delivery to support, with its ids", async () => {
  await page.getByRole("button", { name: "Forward to support" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Subject").fill("Answered with 422");
  await dialog.getByRole("button", { name: "Forward", exact: true }).press("Enter");
  await page.getByText("Forwarded").waitFor();
  const { requests } = await control.call("listSupportRequests", { query: { application_id: application } });
  expect(requests).toMatchObject([
    {
      person_id: "per_ada",
      subject: "Answered with 422",
      delivery_id: new URL(page.url()).pathname.split("/").at(-1),
      event_id: expect.any(String),
      correlation_id: expect.any(String),
    },
  ]);
});

it("draws few of 100,000 rows", async () => {
  const { deliveries } = await control.call("listDeliveries", { query: { application_id: application } });
  const opened = await open({ path: `org_acme/sandbox/applications/${application}` });
  await opened.page.route("**/deliveries?*", (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get("before") ?? 100_001);
    const page = Array.from({ length: 10_000 }, (_, index) => {
      const sequence = before - 1 - index;
      return { ...deliveries[0], sequence, delivery_id: `delivery_${sequence}`, event_id: `evt_${sequence}` };
    });
    const next = before > 10_001 ? before - 10_000 : null;
    return route.fulfill({
      contentType: "application/json",
      body: JSON.stringify({ deliveries: page, next }),
    });
  });
  await opened.page.getByRole("link", { name: "Deliveries" }).first().click();
  await opened.page.getByRole("row").first().focus();
  const last = opened.page.locator('[role="row"][aria-rowindex="100000"]');
  await expect
    .poll(async () => {
      await opened.page.keyboard.press("End");
      return last.count();
    }, patience)
    .toBe(1);
  expect(await opened.page.getByRole("row").count()).toBeLessThan(100);
  expect(await opened.page.locator("*").count()).toBeLessThan(1500);
  await opened.page.keyboard.press("Home");
  await opened.page.locator('[role="row"][aria-rowindex="1"]').waitFor();
  await opened.close();
});

it("has no accessibility problem and no horizontal scrolling, in each language, theme and width", async () => {
  await page.goto(`${sandbox.origin}/console/${list}`);
  await page.getByRole("row").first().waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await page.getByRole("row").first().click();
  await page.getByRole("heading", { level: 2 }).nth(3).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  expect(trouble).toEqual([]);
});
