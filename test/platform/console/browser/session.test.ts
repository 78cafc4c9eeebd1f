// @needs chromium
import { afterAll, beforeAll, expect, it } from "vitest";
import { readHeap, storedBy } from "../../../support/platform/console/browser/heap.js";
import {
  type BrowserConsole,
  keptIn,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, signIn, close } = {} as BrowserConsole;
const applications = "org_acme/sandbox/applications";

beforeAll(async () => {
  ({ sandbox, control, open, signIn, close } = await startBrowserConsole("session"));
});

afterAll(() => close?.());

it("keeps an ordinary draft over an expired sign-in, and sends nothing by itself", async () => {
  const { page, context, close: leave } = await open({ path: `${applications}/new` });
  await page.getByRole("textbox", { name: "Name" }).fill("Half typed");
  await context.clearCookies({ name: /oipkit_console/ });
  await page.getByRole("button", { name: "Create application" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Your sign-in has expired" });
  await dialog.getByRole("button", { name: "Sign in again" }).click();
  if (new URL(page.url()).pathname.includes("/identity/")) await signIn(page);
  await page.getByText("Your draft was restored").waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Half typed");
  expect(
    (await control.call("listApplications", { query: {} })).applications.map(({ name }) => name),
  ).not.toContain("Half typed");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByRole("heading", { name: "Half typed was created" }).waitFor();
  await leave();
});

it("clears drafts of another account", async () => {
  const { page, context, close: leave } = await open({ path: `${applications}/new` });
  await page.getByRole("textbox", { name: "Name" }).fill("Ada's idea");
  await context.clearCookies();
  await page.goto(
    `${sandbox.origin}/console/sign-in?return_to=${encodeURIComponent(`/console/${applications}/new`)}`,
  );
  await signIn(page, "per_ben");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  expect(await keptIn(page)).not.toContain("Ada's idea");
  await leave();
});

it("recovers a request whose answer was lost, instead of sending it again", async () => {
  const { page, close: leave } = await open({ path: `${applications}/new` });
  const asked: string[] = [];
  await page.route("**/console/api/applications", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    asked.push(route.request().headers()["operation-id"] ?? "");
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("textbox", { name: "Name" }).fill("Sent once");
  await page.getByRole("button", { name: "Create application" }).click();
  await page.getByText("The result is unknown").waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Create application" }).isDisabled()).toBe(true);
  // It stays unknown over a reload, with the same operation.
  await page.reload();
  await page.getByText("The result is unknown").waitFor();
  expect(await page.getByText(asked[0] ?? "none").count()).toBe(1);
  await page.getByRole("button", { name: "Recover original request" }).click();
  await page.getByRole("heading", { name: "Sent once was created" }).waitFor();
  await page.getByText("can't be shown again").waitFor();
  const made = (await control.call("listApplications", { query: {} })).applications.filter(
    ({ name }) => name === "Sent once",
  );
  expect(made).toHaveLength(1);
  expect(asked).toHaveLength(1);
  await leave();
});

it("tells a dependency's failure apart from an absent enterprise, and tries again", async () => {
  const { page, close: leave } = await open({ path: applications });
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  const refusal = {
    code: "dependency-failed",
    message: "the control doesn't answer",
    retryable: true,
    outcome_unknown: false,
  };
  await page.route("**/console/api/session", (route) => route.fulfill({ status: 502, json: refusal }));
  await page.reload();
  await page.getByText("This doesn't mean that anything is wrong with your organizations").waitFor();
  await page.unroute("**/console/api/session");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  await leave();
});

it("stops at revoked access, and never goes to another organization by itself", async () => {
  const { page, close: leave } = await open({ person: "per_ada", path: "org_lotus/sandbox/applications" });
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  await control.call("setFact", { body: { kind: "membership", id: "mem_ada_lotus", on: false } });
  await page.reload();
  await page
    .getByRole("alert")
    .getByText("Lotus Foods")
    .first()
    .or(page.getByText("You don't belong to org_lotus"))
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/org_lotus/sandbox/applications");
  await page.getByRole("link", { name: "Go to Acme Trading" }).click();
  await page.waitForURL(/org_acme/);
  await control.call("setFact", { body: { kind: "membership", id: "mem_ada_lotus", on: true } });
  await leave();
});

it("switches language and theme at once, and remembers both", async () => {
  const { page, trouble, close: leave } = await open({ path: applications });
  await page.getByRole("button", { name: "Account of Ada Lin" }).click();
  await page.getByRole("radio", { name: "中文" }).click();
  await page.getByRole("heading", { name: "应用" }).waitFor();
  await page.getByRole("radio", { name: "深色" }).click();
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("dark");
  await page.reload();
  await page.getByRole("heading", { name: "应用" }).waitFor();
  expect(
    await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]),
  ).toEqual(["zh-CN", "dark"]);
  expect(trouble).toEqual([]);
  await leave();
});

it("goes anywhere by keyboard: shortcuts, palette, and the id of an object", async () => {
  const { page, close: leave } = await open({ path: applications });
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await page.waitForURL(/\/customers$/);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").fill("org_lotus");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/customers\/org_lotus$/);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").fill("Create an app");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/applications\/new$/);
  await leave();
});

it("reaches organizations, environments and the end of the session by the palette", async () => {
  const { page, close: leave } = await open({ path: applications });
  const choose = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(text);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox").waitFor({ state: "detached" });
  };
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  await choose("Lotus Foods · Sandbox");
  await page.waitForURL(/\/org_lotus\/sandbox\/applications$/);
  await choose("Lotus Foods · Production");
  await page.waitForURL(/\/org_lotus\/production\/applications$/);
  await choose("Theme: Dark");
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("dark");
  await choose("Sign out");
  await page.locator('button[name="logout"]').first().click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await leave();
});

it("has no secret and no token in memory, storage or addresses when their pages were left", async () => {
  const { page, close: leave } = await open({ path: `${applications}/new` });
  const secrets = new Set<string>();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await page.route("**/console/api/**", async (route) => {
    if (route.request().method() === "GET") return route.continue();
    const response = await route.fetch();
    for (const [, secret = ""] of (await response.text()).matchAll(/"(?:client_)?secret":"([^"]+)"/g))
      secrets.add(secret);
    await route.fulfill({ response });
  });
  const press = (name: RegExp | string) => page.getByRole("button", { name, exact: true }).first().click();
  const go = async (name: string): Promise<void> => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };
  const confirm = () =>
    page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Rotate/ })
      .click();

  await page.getByRole("textbox", { name: "Name" }).fill("Secretive");
  await press("Create application");
  await press("Reveal Client Secret");
  await page.getByRole("link", { name: "Next: receive your first event" }).click();
  await press("Create credentials");
  await press("Copy .env");
  await press("Reveal Verification Token");
  await go("Webhook");
  await press("Reveal HMAC Secret");
  await press("Rotate Verification Token");
  await confirm();
  await page.getByText("Version 2", { exact: true }).waitFor();
  await press("Reveal Verification Token");
  const shown = async (): Promise<readonly string[]> =>
    (await page.locator("[data-secret]").allInnerTexts()).filter((text) => secrets.has(text));
  await expect.poll(async () => (await shown()).length).toBe(2);
  const before = await readHeap(page);
  // What is shown is found, so what isn't found later isn't there.
  expect((await shown()).filter((secret) => before.includes(secret))).toHaveLength(2);
  await page.getByRole("link", { name: "Configuration", exact: true }).first().click();
  await press(/^Rotate/);
  await confirm();
  await press("Reveal Client Secret");
  await expect.poll(() => secrets.size).toBe(6);
  await go("Deliveries");
  const kept = [await readHeap(page), await storedBy(page), await keptIn(page), ...addresses].join("\n");
  expect([...secrets].filter((secret) => kept.includes(secret))).toEqual([]);
  // Nor one of the tokens, which are JWTs.
  expect(kept).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
  await leave();
});

it("signs out here and at the issuer, and leaves nothing behind", async () => {
  const { page, close: leave } = await open({ path: `${applications}/new` });
  await page.getByRole("textbox", { name: "Name" }).fill("Left behind");
  await page.getByRole("button", { name: "Account of Ada Lin" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.locator('button[name="logout"]').first().click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await keptIn(page)).not.toContain("Left behind");
  await leave();
});
