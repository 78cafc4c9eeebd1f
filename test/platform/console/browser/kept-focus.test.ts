// @needs chromium
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Endpoint, saveEndpoint } from "../../../support/platform/console/browser/endpoint.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let browserConsole = {} as BrowserConsole;
let { page, trouble } = {} as OpenedPage;
let endpoint = {} as Endpoint;
let application = "";
const applications = "org_acme/sandbox/applications";

beforeAll(async () => {
  browserConsole = await startBrowserConsole("kept-focus");
  const made = await browserConsole.control.call("createApplication", {
    body: {
      name: "Focus",
      owner: "per_ada",
      organization_id: "org_acme",
      redirect_uris: ["https://app.example.com/callback"],
    },
  });
  application = made.application.application_id;
  endpoint = await saveEndpoint(browserConsole, {
    application,
    eventTypes: ["oem.subscription.created.v1"],
  });
  ({ page, trouble } = await browserConsole.open({ path: applications }));
  await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
});

afterAll(async () => {
  await endpoint.close?.();
  await browserConsole.close?.();
});

/** Goes somewhere by the command palette. */
async function choose(text: string): Promise<void> {
  await press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("searchbox").fill(text);
  await expect.poll(() => palette.getByRole("menuitem").count()).toBe(1);
  await press("ArrowDown", "Enter");
  await palette.waitFor({ state: "detached" });
}

/** What has the keyboard's focus: its role or tag, and its name. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!(element instanceof HTMLElement)) return "nothing";
    const label = element.getAttribute("aria-label") ?? element.innerText;
    return `${element.getAttribute("role") ?? element.tagName.toLowerCase()} ${label}`.trim();
  });

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const shortcuts: readonly (readonly [key: string, heading: string])[] = [
  ["u", "Customers"],
  ["s", "Getting started"],
  ["c", "Focus"],
  ["p", "API products"],
  ["w", "Webhook"],
  ["t", "Event tests"],
  ["d", "Deliveries"],
  ["r", "Requests"],
  ["a", "Applications"],
];

it("leaves the focus alone when the document is loaded", async () => {
  expect(await focused()).toMatch(/^body/);
});

it.each(shortcuts)("is on the heading after g %s", async (key, heading) => {
  await press("g", key);
  await expect.poll(focused).toBe(`h1 ${heading}`);
});

it("is on the heading after a link, the palette, another organization and the way back", async () => {
  await page.getByRole("link", { name: "Webhook", exact: true }).first().press("Enter");
  await expect.poll(focused).toBe("h1 Webhook");
  await choose("API products");
  await expect.poll(focused).toBe("h1 API products");
  await page.goBack();
  await expect.poll(focused).toBe("h1 Webhook");
  await choose("Lotus Foods · Sandbox");
  await page.waitForURL(/org_lotus/);
  await expect.poll(focused).toBe("h1 Applications");
  await page.goBack();
  await expect.poll(focused).toBe("h1 Webhook");
});

it("is on the heading of what isn't there, and on the field of a form that takes it", async () => {
  await choose("sub_unknown");
  await expect.poll(focused).toEqual(expect.stringMatching(/^h1 This doesn't exist/));
  await press("c");
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName),
    )
    .toBe("INPUT");
});

it("goes back to a dialog's button, or to the heading around it if that is gone", async () => {
  await press("Escape");
  await page.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect.poll(focused).toBe("h1 Applications");
  await press("g", "w");
  await page.getByRole("button", { name: "Revoke endpoint", exact: true }).press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await press("Escape");
  await expect.poll(focused).toBe("button Revoke endpoint");
  await press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("checkbox").press("Space");
  await dialog.getByRole("button", { name: "Revoke endpoint" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(focused).toBe("h1 Webhook");
});

it("is in the field for searching after a filter was cleared", async () => {
  await page.getByRole("link", { name: "Deliveries", exact: true }).first().press("Enter");
  await expect.poll(focused).toBe("h1 Deliveries");
  await page.getByRole("searchbox").first().fill("evt_nothing");
  await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).last().press("Enter");
  await page.getByRole("button", { name: "Clear filters" }).first().waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type))
    .toBe("search");
});

it("is on the heading after the application was revoked", async () => {
  // A field takes the letters of a shortcut.
  await page.getByRole("link", { name: "Configuration", exact: true }).first().press("Enter");
  await expect.poll(focused).toBe("h1 Focus");
  await page.getByRole("button", { name: "Revoke application" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("Focus");
  await press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(focused).toBe("h1 Focus");
  expect(trouble.filter((line) => !line.includes("404"))).toEqual([]);
});
