// @needs chromium
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type BrowserConsole,
  keptIn,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
const applications = "org_acme/sandbox/applications";
const customers = "org_acme/sandbox/customers";

beforeAll(async () => {
  ({ sandbox, control, open, close } = await startBrowserConsole("chosen-application"));
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

/** The application that the navigation's links are for. */
const chosen = (page: Page) => page.locator("nav.side .picker button");

/** What has the keyboard's focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.tagName.toLowerCase()} ${(activeElement as HTMLElement | null)?.innerText ?? ""}`;
  });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it("is the new application after its creation, for links, shortcuts, the palette and the next page", async () => {
  await makeApplication("Older");
  const { page, trouble, close: leave } = await open({ path: customers });
  await expect.poll(() => chosen(page).innerText()).toBe("Older");
  await page.getByRole("heading", { name: "Customers", exact: true }).waitFor();
  await press(page, "c");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await page.keyboard.type("Newer");
  await press(page, "Enter");
  await page.getByRole("heading", { name: "Newer was created" }).waitFor();
  await expect.poll(() => focused(page)).toBe("h1 Newer was created");
  await expect.poll(() => chosen(page).innerText()).toBe("Newer");
  const { applications: all } = await control.call("listApplications", { query: {} });
  const newer = all.find(({ name }) => name === "Newer")?.application_id;
  await press(page, "g", "u");
  await page.waitForURL(/\/customers$/);
  await expect.poll(() => chosen(page).innerText()).toBe("Newer");
  await page.reload();
  await page.getByRole("heading", { name: "Customers", exact: true }).waitFor();
  await expect.poll(() => chosen(page).innerText()).toBe("Newer");
  await press(page, "g", "w");
  await page.waitForURL(new RegExp(`/${newer}/webhook$`));
  await press(page, "g", "u");
  await page.waitForURL(/\/customers$/);
  await press(page, "Control+k");
  await page.getByRole("searchbox").fill("Deliveries");
  await press(page, "ArrowDown", "Enter");
  await page.waitForURL(new RegExp(`/${newer}/deliveries$`));
  expect(trouble).toEqual([]);
  await leave();
});

it("is each tab's own over reloads; a new tab begins with the latest; a revoked or foreign one is none", async () => {
  const [one, two] = [await makeApplication("Tab one"), await makeApplication("Tab two")];
  const { page, context, close: leave } = await open({ path: `${applications}/${one}` });
  await page.getByRole("heading", { name: "Tab one" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${sandbox.origin}/console/${applications}/${two}`);
  await other.getByRole("heading", { name: "Tab two" }).waitFor();
  await page.goto(`${sandbox.origin}/console/${customers}`);
  await expect.poll(() => chosen(page).innerText()).toBe("Tab one");
  await page.reload();
  await expect.poll(() => chosen(page).innerText()).toBe("Tab one");
  const third = await context.newPage();
  await third.goto(`${sandbox.origin}/console/${customers}`);
  await expect.poll(() => chosen(third).innerText()).toBe("Tab two");
  const path = { application_id: two };
  await control.call("changeApplication", { path, body: { status: "revoked" } });
  await third.reload();
  const first = await third.evaluate(async () => {
    const { applications: all } = await (await fetch("/console/api/session")).json();
    return all.find(({ status }: { status: string }) => status === "active").name;
  });
  await expect.poll(() => chosen(third).innerText()).toBe(first);
  // What another account or an older version left in the storage.
  for (const kept of ['[["org_acme/sandbox","app_elsewhere"]]', '{"a":1}', "not JSON"]) {
    await third.evaluate((text) => {
      localStorage.setItem("console.applications", text);
      sessionStorage.setItem("console.applications", text);
    }, kept);
    await third.reload();
    await expect.poll(() => chosen(third).innerText()).toBe(first);
  }
  await leave();
});

it("remembers twenty scopes at most, and nothing after the end of the session", async () => {
  const application = await makeApplication("Remembered");
  const { page, close: leave } = await open({ path: `${applications}/${application}` });
  await page.getByRole("heading", { name: "Remembered" }).waitFor();
  await page.evaluate(() => {
    const many = Array.from({ length: 500 }, (_, index) => [`org_${index}/sandbox`, "app_x"]);
    localStorage.setItem("console.applications", JSON.stringify(many));
  });
  await page.reload();
  await page.getByRole("heading", { name: "Remembered" }).waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("console.applications") ?? "[]"));
  expect(kept).toHaveLength(20);
  expect(kept.at(-1)).toEqual(["org_acme/sandbox", application]);
  await page.getByRole("button", { name: "Account of Ada Lin" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.locator('button[name="logout"]').first().click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await keptIn(page)).not.toContain(application);
  await leave();
});

it("finds the application of the address although the session doesn't name it", async () => {
  const application = await makeApplication("Number 101");
  const { page, close: leave } = await open({ path: customers });
  await page.route("**/console/api/session", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    const named = session.applications.filter((each: { name: string }) => each.name !== "Number 101");
    await route.fulfill({ response, json: { ...session, applications: named } });
  });
  await page.goto(`${sandbox.origin}/console/${applications}/${application}`);
  await expect.poll(() => chosen(page).innerText()).toBe("Number 101");
  await page.goto(`${sandbox.origin}/console/${customers}`);
  await expect.poll(() => chosen(page).innerText()).toBe("Number 101");
  await leave();
});
