// @needs chromium
import { afterAll, beforeAll, expect, it } from "vitest";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
let application = "";
let list = "";
let token = "";
let { page, trouble } = {} as OpenedPage;

beforeAll(async () => {
  ({ sandbox, control, open, close } = await startBrowserConsole("requests"));
  const body = { name: "Notes", owner: "per_ada", organization_id: "org_acme" };
  const made = await control.call("createApplication", { body });
  application = made.application.application_id;
  list = `org_acme/sandbox/applications/${application}/requests`;
  await control.call("requestAccess", {
    path: { application_id: application },
    body: { product_code: "commerce", identity: "application", scopes: ["commerce.catalog.read"] },
  });
  const id = made.application.clients.find(({ identity }) => identity === "application")?.client_id ?? "";
  const answer = await fetch(`${sandbox.issuers.sandbox}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: id,
      client_secret: made.client_secret ?? "",
      scope: "commerce.catalog.read",
      resource: "urn:oipkit:sandbox:commerce",
    }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
  ({ page, trouble } = await open({ path: list }));
});

afterAll(() => close?.());

const call = (path: string) =>
  fetch(`${sandbox.apiUrls.sandbox}${path}`, { headers: { authorization: `Bearer ${token}` } });

it("shows a denied request as it arrives, with every check in order and what to do", async () => {
  await page.getByText("The API hasn't been called yet").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const { status } = await call("/open-platform/v1/subscriptions");
  expect(status).toBe(403);
  const row = page.getByRole("row", { name: /403/ });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Denied by the check “Scopes of the token”").waitFor();
  await page.getByText("Ask for the token with the scope that the operation needs.").waitFor();
  const checks = page.getByRole("list").filter({ hasText: "Not reached" }).getByRole("heading");
  const names = await checks.allInnerTexts();
  expect(names.indexOf("Token")).toBe(0);
  expect(names.indexOf("Scopes of the token")).toBeGreaterThan(names.indexOf("Audience"));
  expect(names).toContain("Customer's authorization");
  expect(await page.locator("main").innerText()).not.toContain(token);
});

it("filters by status and check in the address, over a reload", async () => {
  await call("/open-platform/v1/products");
  await page.goBack();
  await page.getByRole("button", { name: "1 new" }).press("Enter");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  await page.getByRole("button", { name: /Denied by/ }).press("Enter");
  await page.getByRole("option", { name: "Scopes of the token" }).press("Enter");
  await expect.poll(() => page.getByRole("row").count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("denied_by")).toBe("scopes");
  await page.reload();
  await page.getByRole("row", { name: /403/ }).waitFor();
  await page.getByRole("button", { name: /Status/ }).press("Enter");
  await page.getByRole("option", { name: "404" }).press("Enter");
  await page.getByText("No request matches these filters").waitFor();
});

it("lists requests with a broken token apart", async () => {
  await fetch(`${sandbox.apiUrls.sandbox}/open-platform/v1/products`, {
    headers: { authorization: "Bearer broken" },
  });
  await page.getByRole("button", { name: "Clear filters" }).first().press("Enter");
  await page.getByText("Without an application", { exact: true }).click();
  await page.getByRole("row", { name: /401/ }).first().click();
  await page.getByText("Denied by the check “Token”").waitFor();
});

it("has no accessibility problem and no horizontal scrolling, in each language, theme and width", async () => {
  await page.goto(`${sandbox.origin}/console/${list}`);
  await page.getByRole("row").first().waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await page.getByRole("row", { name: /403/ }).click();
  await page.getByRole("heading", { level: 3 }).nth(10).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  expect(trouble).toEqual([]);
});
