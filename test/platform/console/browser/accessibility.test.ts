// @needs chromium
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { control, open, close } = {} as BrowserConsole;
let { page, context, trouble } = {} as OpenedPage;
let application = "";

beforeAll(async () => {
  ({ control, open, close } = await startBrowserConsole("accessibility"));
  const made = await control.call("createApplication", {
    body: {
      name: "Notes connector",
      owner: "per_ada",
      organization_id: "org_acme",
      product_code: "notes",
      redirect_uris: ["https://app.example.com/callback"],
    },
  });
  application = made.application.application_id;
  await control.call("requestAccess", {
    path: { application_id: application },
    body: { product_code: "commerce", identity: "application" },
  });
  await control.call("createCredentials", { path: { application_id: application } });
  ({ page, context, trouble } = await open());
  await page.locator("main h1").waitFor();
});

afterAll(() => close?.());

const own = (page: string): string => `org_acme/sandbox/applications/{application}${page}`;
/** Pages and empty states. What has more to show when it is in use is looked at in the tests of those pages. */
const routes = [
  "org_acme/sandbox/applications",
  "org_acme/sandbox/applications/new",
  own(""),
  own("/getting-started"),
  own("/products"),
  own("/products/commerce"),
  own("/deliveries"),
  own("/deliveries/dlv_unknown"),
  own("/requests"),
  own("/requests/req_unknown"),
  "org_acme/sandbox/subscriptions/sub_unknown",
  "org_bridge/sandbox/applications",
];

/** Goes to a page as a link does, and waits for its content: until it is loaded, the page before stays. */
async function goTo(path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return;
  const heading = "main h1, main [role=alert] h2";
  const before = await page.locator(heading).first().elementHandle();
  const text = await before?.textContent();
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.waitForFunction(
    ([old, said, headings]) => {
      const now = document.querySelector(headings);
      const isOther = now !== null && (now !== old || now.textContent !== said);
      return isOther && document.querySelector("main .skeleton") === null;
    },
    [before, text, heading] as const,
  );
}

describe("without a violation of axe's rules or horizontal scrolling, in each language, width and theme", () => {
  it.each(routes)("%s", async (route) => {
    await goTo(`/console/${route.replace("{application}", application)}`);
    expect(await problemsInEveryLook(page)).toEqual([]);
  });

  it("the menu of the account, the list of shortcuts and the command palette", async () => {
    await page.getByRole("button", { name: "Account of Ada Lin" }).click();
    await page.getByRole("radio", { name: "中文" }).waitFor();
    expect(await problemsInEveryLook(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await problemsInEveryLook(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").waitFor();
    expect(await problemsInEveryLook(page)).toEqual([]);
    expect(trouble.filter((line) => !line.includes("404"))).toEqual([]);
  });

  it("the sign-in page", async () => {
    await context.clearCookies();
    await page.reload();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await problemsInEveryLook(page)).toEqual([]);
  });
});
