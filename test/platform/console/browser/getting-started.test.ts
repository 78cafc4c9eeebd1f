// @needs chromium
import { parseEnv } from "node:util";
import { clientCredentials } from "@oipkit/runtime/oauth";
import { createClient } from "@oipkit/sdk/platform/client.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Endpoint, saveEndpoint } from "../../../support/platform/console/browser/endpoint.js";
import { settledViolations } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let browserConsole = {} as BrowserConsole;
let { page, trouble } = {} as OpenedPage;
let endpoint = {} as Endpoint;
let application = "";

beforeAll(async () => {
  browserConsole = await startBrowserConsole("getting-started");
  ({ page, trouble } = await browserConsole.open({ path: "org_acme/sandbox/applications/new" }));
});

afterAll(async () => {
  await endpoint.close?.();
  await browserConsole.close?.();
});

const event_type = "oem.subscription.created.v1";

async function trigger(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1)
    await browserConsole.control.call("triggerEvent", { body: { event_type, application_id: application } });
}

it("gives a .env with the Client Secret when the application is made", async () => {
  await page.getByRole("textbox", { name: "Name" }).fill("Steps");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByRole("heading", { name: "Steps was created" }).waitFor();
  await page.getByRole("button", { name: "Copy as .env" }).click();
  const variables = parseEnv(await page.evaluate(() => navigator.clipboard.readText()));
  application = variables.APPLICATION_ID ?? "";
  expect(variables.CLIENT_SECRET).toMatch(/^cs_/);
  endpoint = await saveEndpoint(browserConsole, { application, eventTypes: [event_type] });
  await page.getByRole("link", { name: "Next: receive your first event" }).click();
  await page.getByText("3 of 5 done").waitFor();
  expect(await page.locator(".steps > li").count()).toBe(5);
  // The copied variables are all that the fifth step needs.
  const { catalog } = createClient({
    environment: "sandbox",
    issuer: variables.SERVICE_IDENTITY_ISSUER ?? "",
    baseUrl: variables.SERVICE_API_BASE ?? "",
    credentials: clientCredentials({
      clientId: variables.CLIENT_ID ?? "",
      clientSecret: variables.CLIENT_SECRET ?? "",
    }),
  });
  expect(await catalog.listProducts().unwrap()).toHaveProperty("products");
  await page.getByText("The API has answered a call of this application.").waitFor();
  await page.getByText("4 of 5 done").waitFor();
});

it("stays done when later deliveries fail, and says why", async () => {
  await trigger(1);
  await page.getByText("5 of 5 done").waitFor();
  endpoint.answer = 401;
  // More than the page lists; a failing endpoint gets the later ones when it has rested.
  await trigger(6);
  await browserConsole.control.call("advanceClock", { body: { by: "1m" } });
  await page.getByText("The latest delivery failed").waitFor();
  await page.getByText("Your receiver answered 401.").waitFor();
  await page.getByText("5 of 5 done").waitFor();
  await page.reload();
  await page.getByText("5 of 5 done").waitFor();
  await page.getByText("Your receiver has the event").waitFor();
  expect(await settledViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Open the delivery" }).first().click();
  await page.getByRole("heading", { name: "Attempts", exact: true }).waitFor();
  await page.goBack();
});

it("stays done when the endpoint is paused or revoked, and says so", async () => {
  const path = { application_id: application };
  await browserConsole.control.call("pauseWebhook", { path, body: { reason: "maintenance" } });
  await page.getByText(`Deliveries to ${endpoint.url} are paused.`).waitFor();
  await page.getByText("5 of 5 done").waitFor();
  await browserConsole.control.call("revokeWebhook", { path });
  await page.getByText("The endpoint was revoked.").waitFor();
  await page.getByText("5 of 5 done").waitFor();
  expect(trouble).toEqual([]);
});
