// @needs chromium
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type BrowserConsole,
  keptIn,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, signIn, close } = {} as BrowserConsole;
const applications = "org_acme/sandbox/applications";

beforeAll(async () => {
  ({ sandbox, control, open, signIn, close } = await startBrowserConsole("applications"));
});

afterAll(() => close?.());

/** Makes an application of Ada's, with both identities. */
async function makeApplication(name: string) {
  const { application } = await control.call("createApplication", {
    body: {
      name,
      owner: "per_ada",
      organization_id: "org_acme",
      redirect_uris: ["https://app.example.com/callback"],
    },
  });
  return application;
}

it("creates an application by keyboard alone, shows its secret once, and clears it on leaving", async () => {
  const { page, trouble, close: leave } = await open({ path: applications });
  await page.getByRole("heading", { name: "No applications in this environment yet" }).waitFor();
  await page.keyboard.press("c");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.waitFor();
  await page.keyboard.type("Keyboard connector");
  await page.getByRole("checkbox", { name: "User identity" }).focus();
  await page.keyboard.press("Space");
  const first = page.getByRole("textbox", { name: "Redirect URLs: URL 1" });
  await first.focus();
  await page.keyboard.type("https://*.example.com/callback");
  await page.keyboard.press("Enter");
  await page.getByText("Wildcards aren't allowed").waitFor();
  await first.fill("https://app.example.com/callback");
  await first.press("Enter");
  await page.getByRole("heading", { name: "Keyboard connector was created" }).waitFor();
  const secret = page.locator("[data-secret]");
  expect(await secret.innerText()).not.toContain("cs_");
  await page.getByRole("button", { name: "Reveal Client Secret" }).press("Enter");
  const shown = await secret.innerText();
  expect(shown).toMatch(/^cs_/);
  const [application] = (await control.call("listApplications", { query: {} })).applications;
  expect(application).toMatchObject({
    name: "Keyboard connector",
    owner: "per_ada",
    organization_id: "org_acme",
  });
  await page.getByRole("link", { name: "Open its configuration" }).press("Enter");
  await page.getByRole("heading", { name: "Keyboard connector was created" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Call configuration" }).waitFor();
  expect(await keptIn(page)).not.toContain(shown);
  await page.goBack();
  await page.getByRole("heading", { name: "Create an application" }).waitFor();
  expect(await keptIn(page)).not.toContain(shown);
  expect(trouble).toEqual([]);
  await leave();
});

it("refuses http, paths of origins and repeated URLs before anything is sent", async () => {
  const { page, close: leave } = await open({ path: `${applications}/new` });
  await page.getByRole("textbox", { name: "Name" }).fill("Never made");
  await page.locator("label", { hasText: "User identity" }).click();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  const field = page.getByRole("textbox", { name: "Redirect URLs: URL 1" });
  for (const [url, problem] of [
    ["http://app.example.com/", "Use https."],
    ["https://app.example.com/#a", "Remove the part after #."],
    ["https://user@app.example.com/", "Remove the user name and password."],
    ["app.example.com", "Enter a complete URL"],
  ] as const) {
    await field.fill(url);
    await page.getByRole("button", { name: "Create application" }).click();
    await page.getByText(problem).waitFor();
  }
  await field.fill("http://127.0.0.1:3000/callback");
  await page.getByRole("button", { name: "Add URL" }).first().click();
  await page.getByRole("textbox", { name: "Redirect URLs: URL 2" }).fill("http://127.0.0.1:3000/callback");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByText("This URL is listed twice.").waitFor();
  expect(sent).toEqual([]);
  await leave();
});

it("rotates the Client Secret after a confirmation, and shows the new one masked", async () => {
  const { application_id } = await makeApplication("Rotating");
  const { page, trouble, close: leave } = await open({ path: `${applications}/${application_id}` });
  await page.getByRole("button", { name: "Rotate secret" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("The current secret stops working immediately.").waitFor();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("heading", { name: "New secret, version 2" }).waitFor();
  await page.getByRole("button", { name: "Reveal Client Secret" }).click();
  const shown = await page.locator("[data-secret]").innerText();
  expect(shown).toMatch(/^cs_/);
  // Somebody else makes another version: this one is over.
  await control.call("rotateClientSecret", { path: { application_id } });
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await page.getByText("Version 3").first().waitFor();
  await expect.poll(() => keptIn(page)).not.toContain(shown);
  expect(trouble).toEqual([]);
  await leave();
});

it("transfers ownership to a member, and forgets the choice if the dialog is closed", async () => {
  const { application_id } = await makeApplication("Handed over");
  const { page, close: leave } = await open({ path: `${applications}/${application_id}` });
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  const dialog = page.getByRole("alertdialog");
  const choose = async (): Promise<void> => {
    await dialog.getByRole("button", { name: /New owner/ }).click();
    await page.getByRole("option", { name: "Ben Zhou" }).click();
  };
  await choose();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  expect(await dialog.getByRole("button", { name: "Transfer ownership" }).isDisabled()).toBe(true);
  await choose();
  await dialog.getByRole("button", { name: "Transfer ownership" }).click();
  await page.getByText("Ownership transferred to Ben Zhou").waitFor();
  const application = await control.call("readApplication", { path: { application_id } });
  expect(application.owner).toBe("per_ben");
  await leave();
});

it("asks for a recent verification before a transfer, and comes back to the same page", async () => {
  const { application_id } = await makeApplication("Guarded");
  const { page, close: leave } = await open({ path: `${applications}/${application_id}` });
  // The session of a person who signed in long ago.
  await page.route("**/console/api/session", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), verified_until: "2020-01-01T00:00:00Z" },
    });
  });
  await page.reload();
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Confirm that it's you").waitFor();
  expect(await dialog.getByRole("button", { name: "Transfer ownership" }).isDisabled()).toBe(true);
  await page.unroute("**/console/api/session");
  await dialog.getByRole("button", { name: "Verify now" }).click();
  await page.waitForURL(/\/identity\/sandbox\//);
  await signIn(page);
  await page.getByRole("heading", { name: "Guarded" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${applications}/${application_id}`);
  // Confirmations don't survive that: the dialog is closed.
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await leave();
});

it("disables and enables identities, and revokes the application when its name was typed", async () => {
  const { application_id } = await makeApplication("Short-lived");
  const { page, close: leave } = await open({ path: `${applications}/${application_id}` });
  await page.getByRole("button", { name: "Disable" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("heading", { name: "Client Secret" }).first().waitFor();
  await page.getByRole("button", { name: "Revoke application" }).click();
  const dialog = page.getByRole("alertdialog");
  const confirm = dialog.getByRole("button", { name: "Revoke application" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill("Short-lived");
  await confirm.click();
  await page.getByText("This application is revoked.").waitFor();
  expect((await control.call("readApplication", { path: { application_id } })).status).toBe("revoked");
  await leave();
});

it("shows an application of another organization as one that doesn't exist", async () => {
  const { application_id } = await makeApplication("Acme's alone");
  const { page, close: leave } = await open({
    person: "per_chen",
    path: `org_lotus/sandbox/applications/${application_id}`,
  });
  await page.getByText("This doesn't exist, or you have no access to it").waitFor();
  await page.goto(`${sandbox.origin}/console/${applications}/${application_id}`);
  await page.getByText("You don't belong to org_acme").waitFor();
  await leave();
});
