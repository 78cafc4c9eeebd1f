// @needs chromium
import { afterAll, beforeAll, expect, it } from "vitest";
import { problemsInEveryLook } from "../../../support/platform/console/browser/every-look.js";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
let { page, trouble } = {} as OpenedPage;
let subscription = "";
const customers = "org_acme/sandbox/customers";

beforeAll(async () => {
  ({ sandbox, control, open, close } = await startBrowserConsole("customers"));
  const body = { name: "Notes", owner: "per_ada", organization_id: "org_acme" };
  await control.call("createApplication", { body });
  ({ page, trouble } = await open({ path: customers }));
});

afterAll(() => close?.());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const picture = (status: string) => page.getByRole("img", { name: `The subscription is ${status}.` });

it("starts and completes a checkout by keyboard alone, and leads to the subscription", async () => {
  await page.getByText("No subscriptions yet").waitFor();
  await button("Start a checkout").first().focus();
  await page.keyboard.press("Enter");
  // A list opens once its choices are there, which is when the form can be sent.
  await expect.poll(() => button("Start").isEnabled()).toBe(true);
  await page.getByRole("dialog").getByRole("button", { name: /Plan/ }).press("Enter");
  await page.getByRole("option").filter({ hasText: "Paid", hasNotText: "trial" }).first().press("Enter");
  await button("Start").press("Enter");
  await button("Complete the checkout").press("Enter");
  await page.getByRole("link", { name: "Open the subscription" }).press("Enter");
  await picture("Active").waitFor();
  subscription = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.getByText("oem.subscription.activated.v1").waitFor();
});

it("makes a move, shows where the subscription stands then, and why other moves aren't possible", async () => {
  await button("Suspend").press("Enter");
  await picture("Suspended").waitFor();
  await page.getByRole("list").getByText("oem.subscription.suspended.v1").first().waitFor();
  await page.getByRole("button", { name: /Not possible now/ }).press("Enter");
  await page.getByText("Resume", { exact: true }).first().waitFor();
  expect(await button("Resume").count()).toBe(0);
  await button("Reinstate").press("Enter");
  await picture("Active").waitFor();
});

it("asks for the dates of a pause, and ends it when the clock gets there", async () => {
  await button("Pause").press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).press("Enter");
  await picture("Pause pending").waitFor();
  await button("Advance to this time: Pause begins").press("Enter");
  await picture("Paused").waitFor();
  await button("Advance to this time: Pause ends").press("Enter");
  await picture("Active").waitFor();
});

it("advances the organization's own clock instead of the sandbox's", async () => {
  const path = { organization_id: "org_acme" };
  await control.call("freezeOrganizationClock", { path });
  await page.getByText("The organization has a clock of its own").waitFor();
  const { timers } = await control.call("readSubscription", { path: { subscription_id: subscription } });
  const next = timers[0]?.at ?? "";
  await page
    .getByRole("button", { name: /^Advance to this time/ })
    .first()
    .press("Enter");
  await expect.poll(async () => (await control.call("readOrganizationClock", { path })).now).toBe(next);
  expect(Date.parse((await control.call("readClock")).now)).toBeLessThan(Date.parse(next));
  await page.getByText("oem.subscription.renewal_upcoming.v1").first().waitFor();
  await control.call("advanceClock", { body: { until: next } });
  await control.call("resumeOrganizationClock", { path });
  await page.getByText("The organization has a clock of its own").waitFor({ state: "detached" });
});

it("freezes, advances and resumes the clock, and lists what happened", async () => {
  await button("Freeze").press("Enter");
  await page.getByText("Frozen", { exact: true }).waitFor();
  const before = (await control.call("readClock")).now;
  await button("7 days").press("Enter");
  await expect
    .poll(async () => Date.parse((await control.call("readClock")).now) - Date.parse(before))
    .toBe(7 * 86_400_000);
  await page.getByRole("textbox", { name: "Other duration" }).fill("P1Y");
  await page.keyboard.press("Enter");
  await page
    .getByRole("list", { name: "What happened" })
    .getByText(/oem\.subscription\.renew/)
    .first()
    .waitFor();
  await page.getByRole("textbox", { name: "Other duration" }).fill("soon");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: /Clock/ }).getByRole("alert").waitFor();
  await button("Resume").press("Enter");
  await page.getByText("Running", { exact: true }).waitFor();
});

it("shows a subscription's latest ten events, and all when asked", async () => {
  await control.call("advanceClock", { body: { by: "P1Y" } });
  const path = { subscription_id: subscription };
  const { events } = await control.call("listSubscriptionEvents", { path, query: { limit: 100 } });
  expect(events.length).toBeGreaterThan(10);
  const rows = page.locator(".customers-events > li");
  await button(`Show all ${events.length}`).press("Enter");
  await expect.poll(() => rows.count()).toBe(events.length);
  await page.reload();
  await picture("Active").waitFor();
  expect(await rows.count()).toBe(10);
  expect(await rows.first().innerText()).toContain(events[0]?.event_type);
});

it("moves the clock from the header of any page", async () => {
  await page.getByRole("link", { name: "Applications", exact: true }).first().click();
  await page.getByRole("heading", { name: "Applications", level: 1 }).waitFor();
  await page.getByRole("button", { name: /^Sandbox time/ }).press("Enter");
  const clock = page.getByRole("dialog", { name: /^Sandbox time/ });
  await clock.getByRole("button", { name: "Freeze" }).press("Enter");
  await page.getByRole("button", { name: /\(frozen\)/i }).waitFor();
  const { now } = await control.call("readClock");
  await clock.getByRole("button", { name: "1 hour" }).press("Enter");
  await expect
    .poll(async () => Date.parse((await control.call("readClock")).now) - Date.parse(now))
    .toBe(3_600_000);
  await page
    .getByText(/^The clock was moved to [A-Z][a-z]+ \d/)
    .first()
    .waitFor();
  await clock.getByRole("button", { name: "Resume" }).press("Enter");
  await clock.getByRole("button", { name: "Freeze" }).waitFor();
  expect(await problemsInEveryLook(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await clock.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole("button", { name: /^Sandbox time/ }).click();
  await clock.getByRole("button", { name: "Freeze" }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 900 });
});

it("creates an organization, adds a new person to it, and gives access", async () => {
  await page.goto(`${sandbox.origin}/console/${customers}`);
  await button("New organization").press("Enter");
  await page.getByRole("textbox", { name: "Name in English" }).fill("Bamboo Bikes");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Bamboo Bikes" }).click();
  await button("Add a member").press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Person/ })
    .press("Enter");
  await page.getByRole("option", { name: "Somebody new" }).press("Enter");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Eva Ng");
  await page.getByRole("textbox", { name: "E-mail address" }).fill("eva@bamboo.example");
  await page.keyboard.press("Enter");
  await button("Change access of Eva Ng").press("Enter");
  await page.getByRole("textbox", { name: /Roles/ }).fill("editor, viewer");
  await button("Save").press("Enter");
  // Nobody can be assigned to what the organization doesn't have: the form stays, and says so.
  await page.getByRole("dialog").getByRole("alert").waitFor();
  expect(await page.getByRole("textbox", { name: /Roles/ }).inputValue()).toBe("editor, viewer");
  await button("Cancel").press("Enter");
});

it("has no accessibility problem and no horizontal scrolling, in each language, theme and width", async () => {
  for (const path of ["customers", "customers/org_acme", `subscriptions/${subscription}`]) {
    await page.goto(`${sandbox.origin}/console/org_acme/sandbox/${path}`);
    await page.getByRole("heading", { level: 2 }).nth(1).waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    expect(await problemsInEveryLook(page)).toEqual([]);
  }
});

it("doesn't show customers among things of production", async () => {
  await page.goto(`${sandbox.origin}/console/org_acme/production/customers`);
  await page.getByText("Customers exist in the sandbox only").waitFor();
  expect(trouble.filter((text) => !/status of 4(?:00|09|22)/.test(text))).toEqual([]);
});
