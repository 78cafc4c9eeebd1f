// @needs chromium
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BrowserConsole,
  type OpenedPage,
  startBrowserConsole,
} from "../../../support/platform/console/browser/open-console.js";

let { sandbox, control, open, close } = {} as BrowserConsole;
let { page, trouble } = {} as OpenedPage;
let server = {} as Server;
let application = "";
let delivery = "";
let request = "";

/** Markup that would run, an entity, a template, a text that turns the direction, a combining pile, and a control character. */
const markup = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`;
const strange = "‮txt.exe‬ ‏שלום 中文 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞ &lt;b&gt; {{7*7}}";
const name = `${markup} ${strange}`;
const created = "oem.subscription.created.v1";

/** What a receiver answers: a page of its own, 100 kB in one word, and more than one line of control characters. */
const answer = `<!doctype html>${markup}<meta http-equiv="refresh" content="0;url=https://evil.example/">\u0000\u001b[31m\u0085‮${"長".repeat(100_000)}`;

beforeAll(async () => {
  ({ sandbox, control, open, close } = await startBrowserConsole("hostile"));
  await control.call("freezeClock");
  const { organization_id } = await control.call("createOrganization", {
    body: { name: { en: name, zh: `${markup}${strange}` } },
  });
  const { person_id } = await control.call("createPerson", {
    body: { name: `${name} ${"W".repeat(100)}`.slice(0, 200), email: "a@b.example" },
  });
  for (const person of [person_id, "per_ada"])
    await control.call("createMembership", { body: { organization_id, person_id: person } });
  const made = await control.call("createApplication", {
    body: { name, owner: "per_ada", organization_id: "org_acme" },
  });
  application = made.application.application_id;
  const path = { application_id: application };
  await control.call("requestAccess", { path, body: { product_code: "commerce", identity: "application" } });
  await control.call("createCredentials", { path });
  let isVerifying = true;
  server = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", () => {
      if (!isVerifying)
        return response
          .writeHead(500, { "content-type": "text/html", "x-markup": encodeURI(markup), refresh: "0" })
          .end(answer);
      const { challenge } = JSON.parse(Buffer.concat(chunks).toString());
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ challenge }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?q="><svg/onload=pwned=1>`;
  const { proof } = await control.call("testConnection", { path, body: { url } });
  await control.call("saveWebhook", {
    path,
    body: { url, event_types: [created], revision: 0, operation_id: "hostile", ...(proof && { proof }) },
  });
  isVerifying = false;
  await control.call("triggerEvent", { body: { event_type: created, application_id: application } });
  await sandbox.settle();
  const { deliveries } = await control.call("listDeliveries", { query: { application_id: application } });
  delivery = deliveries[0]?.delivery_id ?? "";
  const client = made.application.clients[0];
  await fetch(
    `${sandbox.apiUrls.sandbox}/open-platform/v1/${encodeURIComponent(markup)}?x=${encodeURIComponent(strange)}`,
    {
      headers: {
        authorization: "Bearer <script>pwned=1</script>",
        "user-agent": markup,
        "x-client": client?.client_id ?? "",
      },
    },
  );
  const { requests } = await control.call("listRequests", { query: { limit: 1 } });
  request = requests[0]?.request_id ?? "";
  ({ page, trouble } = await open());
  await page.locator("main h1").waitFor();
});

afterAll(async () => {
  server.close?.();
  await close?.();
});

const own = (rest: string) => () => `org_acme/sandbox/applications/${application}${rest}`;
const shown: readonly (readonly [string, () => string, string])[] = [
  ["applications", () => "org_acme/sandbox/applications", markup],
  ["an application", own(""), markup],
  ["getting started", own("/getting-started"), markup],
  ["the webhook", own("/webhook"), ""],
  ["a delivery", () => own(`/deliveries/${delivery}`)(), created],
  ["requests without an application", own("/requests?unattributed=true"), ""],
  ["a request", () => own(`/requests/${request}`)(), ""],
  ["customers", () => "org_acme/sandbox/customers", markup],
];

describe("texts of others are shown as texts, run nothing, load nothing and break no page", () => {
  it.each(shown)("%s", async (_, path, text) => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${sandbox.origin}/console/${path()}`);
      await page.locator("main h1").first().waitFor();
      await page.waitForFunction(() => document.querySelector("main .skeleton") === null);
      expect(await page.locator("main").innerText()).toContain(text);
      expect(
        await page.evaluate(() => ({
          ran: "pwned" in window,
          images: [...document.querySelectorAll("main img, main script, main iframe, main meta")].length,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        })),
      ).toEqual({ ran: false, images: 0, isTooWide: false });
    }
    // Violations of the content security policy would be here, and requests to other origins.
    expect(trouble).toEqual([]);
  });

  it("the answer of a receiver, a hundred thousand signs of it", async () => {
    await page.goto(`${sandbox.origin}/console/${own(`/deliveries/${delivery}`)()}`);
    await page.getByRole("tab", { name: "Answer" }).click();
    await page.getByRole("tabpanel").getByText("<!doctype html>").first().waitFor();
    expect(await page.getByRole("tabpanel").innerText()).toContain(markup);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(trouble).toEqual([]);
  });

  it("addresses that aren't what they seem", async () => {
    for (const path of [
      `org_acme/sandbox/applications/${encodeURIComponent(markup)}`,
      `${encodeURIComponent(markup)}/sandbox/applications`,
      `org_acme/${encodeURIComponent(markup)}/applications`,
      `sign-in-failed?reason=${encodeURIComponent(markup)}`,
      "org_acme/sandbox/applications/%252e%252e%252fapi",
      `${own("/deliveries")()}?state=${encodeURIComponent(markup)}&from=__proto__`,
      `${own("/requests")()}?status=1e309&denied_by=constructor`,
      "__proto__/constructor/applications/toString/webhook",
    ]) {
      await page.goto(`${sandbox.origin}/console/${path}`);
      await page.locator("main h1, main h2, [role=alert]").first().waitFor();
      expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    }
    expect(trouble.filter((line) => !/status of 40[04]/.test(line))).toEqual([]);
  });
});
