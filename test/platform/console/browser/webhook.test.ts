// @needs chromium
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  problemsInEveryLook,
  settledViolations,
} from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  keptIn,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";
import { type BrowserReceiver, startReceiver } from "../../../support/platform/console/browser/receiver.js";
import { revealedSecrets } from "../../../support/platform/console/browser/revealed-secrets.js";
import { saveEvents } from "../../../support/platform/console/browser/save-events.js";

let { control, open, signIn, close } = {} as BrowserConsole;
let application = "";
let path = "";
let first = {} as OpenedPage;
let page = {} as Page;
let receiver = {} as BrowserReceiver;

beforeAll(async () => {
  ({ control, open, signIn, close } = await startBrowserConsole("webhook"));
  const owner = { owner: "per_ada", organization_id: "org_acme" };
  const body = { name: "Notes", ...owner, identities: ["application" as const] };
  const made = await control.call("createApplication", { body });
  application = made.application.application_id;
  path = `org_acme/sandbox/applications/${application}/webhook`;
  ({ page } = first = await open({ path }));
});

afterAll(async () => {
  await Promise.all([receiver.close?.(), close?.()]);
});

const of = () => ({ path: { application_id: application } });
const webhook = () => control.call("readWebhook", of());
const button = (name: string) => page.getByRole("button", { name, exact: true });
const toast = (text: string) => page.getByRole("alertdialog").filter({ hasText: text }).first().waitFor();
const choose = (title: string, on = page) => on.locator("label", { hasText: title }).first().click();
const saveElsewhere = (event_types: string[]) => saveEvents(control, application, event_types);

it("shows types that aren't granted with the reason, and can't choose them", async () => {
  await page.getByText("No events are granted yet").waitFor();
  expect(await page.getByRole("checkbox", { name: /Subscription created/ }).isDisabled()).toBe(true);
  expect(await page.getByRole("link", { name: "See API products" }).count()).toBeGreaterThan(0);
  // Recheck reads what has become possible, and submits nothing.
  const sent: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
  const body = { product_code: "commerce", identity: "application" } as const;
  await control.call("requestAccess", { ...of(), body });
  await button("Recheck permissions").click();
  await page.getByText("No events are granted yet").waitFor({ state: "detached" });
  await page.getByText("Reloaded; nothing was submitted").waitFor();
  expect(sent).toEqual([]);
});

it("creates credentials, shows them once, and saves an endpoint that a real receiver verified", async () => {
  await page.getByText("Create the credentials first.").waitFor();
  await button("Create credentials").click();
  await page.getByText("Copy these now").waitFor();
  const shown = await revealedSecrets(page);
  const { "HMAC Secret": signingSecret = "", "Verification Token": verificationToken = "" } = shown;
  receiver = await startReceiver(application, { signingSecret, verificationToken });
  const url = page.getByRole("textbox", { name: "URL" });
  receiver.outage = 404;
  await url.fill(receiver.url);
  await button("Test connection").click();
  await page.getByText("The receiver didn't answer with a 2xx status.").waitFor();
  await page.getByText("Answer a request with X-SVC-Webhook-Verification with 200.").waitFor();
  receiver.outage = undefined;
  await button("Test connection").click();
  await page.getByText(/[45]:\d\d left to save/).waitFor();
  // The proof is bound to the URL, so another one drops it, and so does going back.
  await url.fill(`${receiver.url}/other`);
  await page.getByText(/left to save/).waitFor({ state: "detached" });
  await url.fill(receiver.url);
  await page.getByText("The URL is new: test the connection before saving.").waitFor();
  await button("Test connection").click();
  await page.getByText(/left to save/).waitFor();
  await page.getByRole("searchbox", { name: "Search events" }).fill("subscription created");
  await choose("Subscription created");
  const [saving] = await Promise.all([
    page.waitForRequest((request) => request.method() === "PUT"),
    button("Save endpoint").click(),
  ]);
  await toast("Saved as revision 1");
  const { proof, ...asked } = saving.postDataJSON() as { readonly proof: string };
  expect(asked).toMatchObject({ url: receiver.url, revision: 0 });
  expect(saving.headers()["operation-id"]).toMatch(/^op_/);
  expect((await webhook()).endpoint).toMatchObject({
    url: receiver.url,
    event_types: ["oem.subscription.created.v1"],
    state: "active",
  });
  await page.getByRole("link", { name: "Event tests" }).first().click();
  await page.getByRole("heading", { name: "Event tests", level: 1 }).waitFor();
  await page.goBack();
  await page.getByText("Can't be shown again. If it is lost, rotate it.").first().waitFor();
  const kept = await keptIn(page);
  for (const secret of [...Object.values(shown), proof]) expect(kept).not.toContain(secret);
});

it("drops an expired proof", async () => {
  await page.getByRole("textbox", { name: "URL" }).fill(`${receiver.url}?v=2`);
  await button("Test connection").click();
  await page.getByText(/left to save/).waitFor();
  expect(await button("Save endpoint").isEnabled()).toBe(true);
  await control.call("advanceClock", { body: { by: "6m" } });
  await page.getByText("The proof has expired").waitFor();
  expect(await button("Save endpoint").isDisabled()).toBe(true);
  await button("Discard changes").click();
});

it("saves callbacks by keyboard alone, without a new test, and keeps the events", async () => {
  const before = receiver.asked.length;
  await page.getByRole("checkbox", { name: /Token agent action/ }).focus();
  await page.keyboard.press("Space");
  const save = button("Save endpoint");
  for (let steps = 0; steps < 12 && !(await save.evaluate((e) => e === document.activeElement)); steps += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await toast("Saved as revision 2");
  expect((await webhook()).endpoint).toMatchObject({
    event_types: ["oem.subscription.created.v1"],
    callback_types: ["token.agent.action.v1"],
    revision: 2,
  });
  expect(receiver.asked).toHaveLength(before);
});

it("shows what another tab saved beside the draft before it is confirmed anew", async () => {
  await choose("Encrypt events");
  await saveElsewhere(["oem.subscription.created.v1", "oem.subscription.cancelled.v1"]);
  await page.getByText("Somebody saved revision 3 while you edited revision 2").waitFor();
  const table = page.getByRole("table");
  expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
    "Setting",
    "Current (revision 3)",
    "Your draft",
  ]);
  expect(await table.getByRole("row", { name: /^Events/ }).innerText()).toContain("2 chosen");
  expect(await table.getByRole("row", { name: /^Encryption/ }).innerText()).toMatch(/Off\s+On/);
  expect(await button("Save endpoint").isDisabled()).toBe(true);
  expect(await settledViolations(page)).toEqual([]);
  await button("Save my draft over revision 3").click();
  await toast("Saved as revision 4");
  expect((await webhook()).endpoint).toMatchObject({
    event_types: ["oem.subscription.cancelled.v1", "oem.subscription.created.v1"],
    encrypted: true,
  });
});

it("reads the current version when the server sees the conflict first", async () => {
  const { page: other, close: leave } = await open({ path: "org_acme/sandbox/applications" });
  await other.route("**/console/api/live*", (route) => route.abort());
  await other.goto(page.url());
  await choose("Encrypt events", other);
  await saveElsewhere(["oem.subscription.created.v1"]);
  await other.getByRole("button", { name: "Save endpoint" }).click();
  await other.getByText("Somebody saved revision 5 while you edited revision 4").waitFor();
  expect((await webhook()).endpoint).toMatchObject({ encrypted: true, revision: 5 });
  await other.getByRole("button", { name: "Discard my draft" }).click();
  await other.getByText("Nothing has changed.").waitFor();
  await leave();
});

it("keeps a save whose answer was lost, over a reload, and recovers it instead of saving again", async () => {
  const ids: string[] = [];
  await page.route("**/webhook", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    ids.push(route.request().headers()["operation-id"] ?? "");
    await route.fetch();
    await route.abort();
  });
  await choose("Encrypt events");
  await button("Save endpoint").click();
  await page.getByText("The result is unknown").waitFor();
  for (const reloaded of [false, true]) {
    if (reloaded) await page.reload();
    await button("Recover original request").waitFor();
    await page.getByText(ids[0] ?? "none").waitFor();
    await page.getByText("Submitted on revision 5").waitFor();
    expect(await page.getByRole("textbox", { name: "URL" }).isDisabled()).toBe(true);
    expect(await page.getByRole("checkbox", { name: /Encrypt events/ }).isDisabled()).toBe(true);
    expect(await button("Save endpoint").isDisabled()).toBe(true);
  }
  const recovering = page.waitForRequest((request) => request.url().includes("/operations/"));
  await button("Recover original request").click();
  expect((await recovering).url()).toContain(ids[0]);
  await toast("The original request was carried out");
  expect(ids).toHaveLength(1);
  expect((await webhook()).endpoint).toMatchObject({ encrypted: false, revision: 6 });
  expect(await page.getByRole("textbox", { name: "URL" }).isEnabled()).toBe(true);
  await page.unroute("**/webhook");
});

it("lets one edit again when a save never arrived, and gives the next one an id of its own", async () => {
  const ids: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") ids.push(request.headers()["operation-id"] ?? "");
  });
  await page.route("**/webhook", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await choose("Encrypt events");
  await button("Save endpoint").click();
  await button("Recover original request").click();
  await page.getByText("The request isn't known here").waitFor();
  await page.unroute("**/webhook");
  await button("Edit").click();
  expect(await page.getByRole("checkbox", { name: /Encrypt events/ }).isChecked()).toBe(true);
  await button("Save endpoint").click();
  await toast("Saved as revision 7");
  expect(new Set(ids).size).toBe(2);
});

it("keeps the draft over a required sign-in, ends confirmations and secrets, and replays nothing", async () => {
  await choose("Encrypt events");
  await button("Reveal HMAC Secret").click();
  const secret = await page.locator("[data-secret]").innerText();
  await first.context.clearCookies();
  await button("Save endpoint").click();
  await page.getByText("Sign in again").first().waitFor();
  expect(await keptIn(page)).not.toContain(secret);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/webhook"));
  await signIn(page);
  await page.getByText("Your draft was kept").waitFor();
  expect(await page.getByRole("checkbox", { name: /Encrypt events/ }).isChecked()).toBe(false);
  expect(sent).toEqual([]);
  expect((await webhook()).endpoint).toMatchObject({ encrypted: true, revision: 7 });
  await button("Save endpoint").click();
  await toast("Saved as revision 8");
  expect(sent).toHaveLength(1);
});

it("clears a revealed secret when there is a new version of it", async () => {
  await button("Reveal HMAC Secret").click();
  const old = await page.locator("[data-secret]").innerText();
  await control.call("rotateCredential", {
    path: { application_id: application, kind: "signing-secret" },
    body: { operation_id: "rotated-elsewhere" },
  });
  await button("Recheck permissions").click();
  await page.getByText("Version 2", { exact: true }).waitFor();
  expect(await keptIn(page)).not.toContain(old);
  await page.getByText("Previous", { exact: true }).waitFor();
});

it("never asks again for the secret of a rotation whose answer was lost", async () => {
  await page.route("**/rotation", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button("Rotate Verification Token").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate" }).click();
  await button("Recover original request").click();
  await page.getByText("The Verification Token was rotated, but its secret can't be shown").waitFor();
  await page.unroute("**/rotation");
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByText("Version 3", { exact: true }).waitFor();
  await button("Reveal Verification Token").click();
  const token = await page.locator("[data-secret]").innerText();
  const versions = (await webhook()).credentials.filter(({ kind }) => kind === "verification-token");
  expect(versions.map(({ version, state }) => [version, state])).toContainEqual([3, "active"]);
  await page.getByRole("link", { name: "Deliveries" }).first().click();
  await page.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
  expect(await keptIn(page)).not.toContain(token);
  await page.goBack();
});

it("has nothing that axe objects to and never scrolls sideways, in each language, theme and width", async () => {
  expect(await problemsInEveryLook(page)).toEqual([]);
  expect(first.trouble.filter((text) => !/ERR_FAILED|status of 401|status of 409/.test(text))).toEqual([]);
});

it("pauses with a reason, resumes, and revokes after a confirmation", async () => {
  await button("Pause").click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Pause" }).isDisabled()).toBe(true);
  await page.keyboard.type("Receiver is being moved");
  await page.keyboard.press("Enter");
  await page.getByText("Reason: Receiver is being moved.").waitFor();
  await button("Resume").click();
  await page.getByText("The endpoint is paused").waitFor({ state: "detached" });
  await button("Revoke endpoint").click();
  const confirmation = page.getByRole("alertdialog", { name: "Revoke the endpoint?" });
  const revoke = confirmation.getByRole("button", { name: "Revoke endpoint" });
  expect(await revoke.isDisabled()).toBe(true);
  await confirmation.locator("label").click();
  await revoke.click();
  await page.getByText("No endpoint yet").waitFor();
  expect((await webhook()).endpoint?.state ?? "revoked").toBe("revoked");
});
