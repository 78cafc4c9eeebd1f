// @needs chromium
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type BrowserConsole,
  keptIn,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { control, open, close } = {} as BrowserConsole;

beforeAll(async () => {
  ({ control, open, close } = await startBrowserConsole("first-event"));
});

afterAll(() => close?.());

async function makeApplication(name: string): Promise<string> {
  const { application } = await control.call("createApplication", {
    body: {
      name,
      owner: "per_ada",
      organization_id: "org_acme",
      redirect_uris: ["https://app.example.com/callback"],
    },
  });
  return application.application_id;
}

it("requests access for chosen scopes, and then offers only what the state allows", async () => {
  const application = await makeApplication("Asking");
  const path = `org_acme/sandbox/applications/${application}/products`;
  const { page, trouble, close: leave } = await open({ path });
  const commerce = page.getByRole("region", { name: "Commerce" });
  await commerce.getByRole("button", { name: "Request access" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Request access to Commerce" });
  await dialog.getByText("commerce.subscription.manage").click();
  await dialog.getByRole("button", { name: "Submit request" }).click();
  await page.getByText("Access to Commerce: Enabled").waitFor();
  await commerce.getByText("Bound", { exact: true }).waitFor();
  // The user identity's is left: identities share nothing.
  expect(await commerce.getByRole("button", { name: "Request access" }).count()).toBe(1);
  const { permissions } = await control.call("listPermissions", {
    path: { application_id: application },
    query: {},
  });
  expect(permissions).toMatchObject([
    { product_code: "commerce", identity: "application", state: "enabled" },
  ]);
  expect(permissions[0]?.scopes).not.toContain("commerce.subscription.manage");
  await page.getByRole("link", { name: "Commerce" }).click();
  await page.getByText("Not included: Application identity").waitFor();
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByText("Suspended", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Request access" }).count()).toBe(1);
  await page.getByRole("link", { name: "API products" }).first().click();
  await page.getByText("Not offered: the product is deprecated.").first().waitFor();
  expect(trouble).toEqual([]);
  await leave();
});

it("shows new credentials also when the page hears of their version after it has their values", async () => {
  const application = await makeApplication("Late");
  const { page, close: leave } = await open({
    path: `org_acme/sandbox/applications/${application}/getting-started`,
  });
  await page.getByText("0 of 5 done").waitFor();
  // What is to happen after everything else, such as telling the page of new data, happens later still.
  await page.evaluate(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (handler: () => void, milliseconds = 0) => setTimeout(handler, Math.max(200, milliseconds)),
    });
  });
  await page.getByRole("button", { name: "Create credentials" }).click();
  await page.getByRole("button", { name: "Copy .env" }).click();
  const file = await page.evaluate(() => navigator.clipboard.readText());
  expect(file).toMatch(/^WEBHOOK_SECRET=.+$/m);
  expect(file).toMatch(/^WEBHOOK_VERIFICATION_TOKEN=.+$/m);
  await leave();
});

it("leads from credentials to the first event, which the page shows as it arrives", async () => {
  const application = await makeApplication("Beginner");
  const {
    page,
    trouble,
    close: leave,
  } = await open({
    path: `org_acme/sandbox/applications/${application}/getting-started`,
  });
  await page.getByText("0 of 5 done").waitFor();
  await page.getByRole("button", { name: "Create credentials" }).click();
  await page.getByRole("button", { name: "Copy .env" }).click();
  const file = await page.evaluate(() => navigator.clipboard.readText());
  const values = Object.fromEntries(file.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(values).toMatchObject({ APPLICATION_ID: application, ENVIRONMENT: "sandbox" });
  expect(await page.getByRole("region", { name: "receiver.mjs" }).innerText()).toContain(
    `id: "${application}"`,
  );
  const events: string[] = [];
  const receiver = createReceiver({
    application: { id: application, environment: "sandbox" },
    secrets: [values.WEBHOOK_SECRET ?? ""],
    verificationToken: values.WEBHOOK_VERIFICATION_TOKEN ?? "",
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    fallback: ({ event_type }) => void events.push(event_type),
  });
  const server = createReceiverServer(receiver, { path: "/webhook" });
  const port = await server.listen({ port: 0 });
  await page.getByRole("button", { name: "Request access to Commerce" }).click();
  await page.getByRole("button", { name: "Submit request" }).click();
  await page.getByRole("textbox", { name: "URL of your receiver" }).fill(`http://127.0.0.1:${port}/webhook`);
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByText(`Connected to http://127.0.0.1:${port}/webhook`).waitFor();
  await page.getByRole("button", { name: "Start a subscription" }).click();
  await page.getByText("Your receiver has the event").waitFor();
  await page.getByText("4 of 5 done").waitFor();
  await page.getByRole("link", { name: "oem.subscription.created.v1" }).first().waitFor();
  // It is handled after it was acknowledged.
  await expect.poll(() => events).toContain("oem.subscription.created.v1");
  await page.getByRole("link", { name: "See why a call was denied" }).click();
  await page.getByRole("heading", { name: "Requests", exact: true }).waitFor();
  const kept = await keptIn(page);
  expect(kept).not.toContain(values.WEBHOOK_SECRET);
  expect(kept).not.toContain(values.WEBHOOK_VERIFICATION_TOKEN);
  expect(trouble).toEqual([]);
  await server.close();
  await receiver.close();
  await leave();
});
