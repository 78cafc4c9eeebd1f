import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../support/platform/console/page.js";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
let ada: Page;
let mine: string;
let theirs: string;
const minutes = 60_000;

beforeAll(async () => {
  its = await startConsole();
  ada = await its.signedIn("per_ada");
  const body = (name: string, organization_id: string) => ({
    name,
    organization_id,
    environment: "sandbox",
    identities: ["application"],
  });
  const made = await ada.send("POST", "/applications", { body: body("Mine", "org_acme") });
  mine = made.body.application.application.application_id;
  const dora = await its.signedIn("per_dora");
  const other = await dora.send("POST", "/applications", { body: body("Theirs", "org_bridge") });
  theirs = other.body.application.application.application_id;
});
afterAll(() => its[Symbol.asyncDispose]());

describe("a request that changes something", () => {
  const path = "/sandbox/clock/freeze";
  it.each([
    ["without the CSRF token", { csrf: null }, "csrf-refused"],
    ["with another session's token", { csrf: "x".repeat(43) }, "csrf-refused"],
    ["from another origin", { headers: { origin: "https://evil.example" } }, "origin-foreign"],
    ["from no origin", { headers: { origin: "null" } }, "origin-foreign"],
    ["from another site", { headers: { "sec-fetch-site": "cross-site" } }, "origin-foreign"],
    ["from a sibling", { headers: { "sec-fetch-site": "same-site" } }, "origin-foreign"],
  ])("%s is refused", async (_, sent, code) => {
    expect(await ada.send("POST", path, sent)).toMatchObject({ status: 403, body: { code } });
  });

  it("as a form is refused", async () => {
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, body: { by: "1d" } };
    const answer = await ada.send("POST", "/sandbox/clock/advance", form);
    expect(answer).toMatchObject({ status: 400, body: { code: "request-invalid" } });
  });

  it("without an Operation-Id is refused", async () => {
    const answer = await ada.send("POST", path, { headers: { "operation-id": "short" } });
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ pointer: "Operation-Id" }] } });
  });

  it("of a page of another account is refused, and so is what it reads", async () => {
    const headers = { "x-console-epoch": "somebody else's" };
    const code = "account-changed";
    expect(await ada.send("POST", path, { headers })).toMatchObject({ status: 409, body: { code } });
    expect(await ada.get("/applications", headers)).toMatchObject({ status: 409, body: { code } });
    const { body } = await ada.get("/session");
    expect((await ada.get("/applications", { "x-console-epoch": body.epoch })).status).toBe(200);
  });
});

it("refuses whoever isn't signed in everything but the session", async () => {
  const nobody = its.page();
  expect(await nobody.get("/session")).toMatchObject({
    status: 200,
    body: { signed_in: false, person: null },
  });
  for (const path of [
    "/applications",
    `/applications/${mine}`,
    "/live",
    "/sandbox/customers",
    "/event-types",
  ])
    expect(await nobody.get(path)).toMatchObject({ status: 401, body: { code: "sign-in-required" } });
  nobody.cookies.set(nobody.cookie, { value: "x".repeat(43), attributes: "" });
  expect((await nobody.get("/applications")).status).toBe(401);
});

it("gives the same account the same epoch, and another one another", async () => {
  const epochs = await Promise.all(
    ["per_ada", "per_ada", "per_ben"].map(
      async (person) => (await (await its.signedIn(person)).get("/session")).body.epoch,
    ),
  );
  expect(epochs[0]).toBe(epochs[1]);
  expect(epochs[0]).not.toBe(epochs[2]);
});

it("shows nobody the applications of others, and doesn't say that they exist", async () => {
  const { body } = await ada.get("/applications");
  expect(body.applications.map((each: { name: string }) => each.name)).toEqual(["Mine"]);
  const missing = await ada.get("/applications/app_nothing");
  const reads = [
    "",
    "/api-products",
    "/webhook",
    "/event-tests",
    "/deliveries",
    "/requests",
    "/support-requests",
  ];
  for (const path of [...reads, "/deliveries/x", "/requests/x", "/event-tests/x"])
    expect((await ada.get(`/applications/${theirs}${path}`)).body, path).toEqual(missing.body);
  expect((await ada.get(`/live?application_id=${theirs}`)).body).toEqual(missing.body);
  const sent: readonly [string, string, unknown?][] = [
    ["POST", "/revocation", { revision: 1 }],
    ["POST", "/transfer", { owner: "per_ada", revision: 1 }],
    ["POST", "/secret"],
    ["PUT", "/identities/application", {}],
    ["PATCH", "/identities/application", { status: "disabled" }],
    ["POST", "/permissions", { product_code: "commerce", identity: "application" }],
    ["PATCH", "/permissions/application/commerce", { state: "revoked" }],
    ["PUT", "/webhook", { revision: 0 }],
    ["POST", "/webhook/connection-tests", { url: "https://x.example/" }],
    ["POST", "/webhook/pause", { reason: "x" }],
    ["POST", "/webhook/resume"],
    ["POST", "/webhook/revocation", { revision: 0 }],
    ["POST", "/webhook/credentials"],
    ["POST", "/webhook/credentials/reveal"],
    ["POST", "/webhook/credentials/signing-secret/rotation"],
    ["POST", "/event-tests", { event_type: "x" }],
    ["POST", "/callback-tests", { event_type: "x" }],
    ["POST", "/deliveries/x/redelivery"],
    ["POST", "/support-requests", { subject: "x" }],
  ];
  for (const [method, path, body] of sent)
    expect((await ada.send(method, `/applications/${theirs}${path}`, { body })).body, path).toEqual(
      missing.body,
    );
  expect(missing).toMatchObject({ status: 404, body: { code: "application-unknown" } });
});

it("creates an application only in an organization of one's own, as its owner", async () => {
  const body = {
    name: "X",
    organization_id: "org_bridge",
    environment: "sandbox",
    identities: ["application"],
  };
  expect(await ada.send("POST", "/applications", { body })).toMatchObject({ status: 404 });
  const owner = await ada.send("POST", "/applications", { body: { ...body, owner: "per_dora" } });
  expect(owner).toMatchObject({ status: 400, body: { code: "request-invalid" } });
  expect((await ada.get(`/applications/${mine}`)).body).toMatchObject({
    is_owner: true,
    owner: { person_id: "per_ada" },
  });
});

describe("a transfer of ownership, and forwarding to support", () => {
  const transfer = (page: Page, revision = 1) =>
    page.send("POST", `/applications/${mine}/transfer`, { body: { owner: "per_ben", revision } });
  const forward = (page: Page) =>
    page.send("POST", `/applications/${mine}/support-requests`, { body: { subject: "It hangs" } });

  it("need a verification within the last five minutes, which an older sign-in isn't", async () => {
    const page = await its.signedIn("per_ada");
    its.advance(5 * minutes + 1000);
    for (const answer of [await transfer(page), await forward(page)])
      expect(answer).toMatchObject({ status: 403, body: { code: "verification-required", clause: "§5.6" } });
    expect((await ada.get(`/applications/${mine}`)).body.owner.person_id).toBe("per_ada");
    // The daily work needs nothing more.
    expect((await page.get(`/applications/${mine}`)).status).toBe(200);
    its.advance(-5 * minutes - 1000);
  });

  it("aren't satisfied by anything but a proof at the issuer, such as a sign-in without one", async () => {
    const page = await its.signedIn("per_ada");
    its.advance(5 * minutes + 1000);
    // The browser is still signed in at the issuer, which asks nothing.
    await page.signIn();
    expect((await page.get("/session")).body.signed_in).toBe(true);
    const answers = [await transfer(page), await forward(page)];
    its.advance(-5 * minutes - 1000);
    for (const { body } of answers) expect(body.code).toBe("verification-required");
  });

  it("are asked for at the issuer, which asks the person again", async () => {
    const page = await its.signedIn("per_ada");
    const { body } = await page.get("/session");
    const { url } = await page.go(`${body.verify_url}?return_to=/console/x`, { person: "per_ada" });
    const asked = new URL(page.visited.findLast((each) => each.includes("/auth?")) ?? "");
    expect(asked.searchParams.get("prompt")).toBe("login");
    expect(asked.searchParams.get("max_age")).toBe("300");
    expect(url.pathname).toBe("/console/x");
  });

  it("work with one, and only for the owner at the revision that is seen", async () => {
    const page = await its.signedIn("per_ada");
    expect(await transfer(page, 7)).toMatchObject({
      status: 409,
      body: { code: "revision-conflict", clause: "§7.3" },
    });
    expect(await forward(page)).toMatchObject({
      status: 200,
      body: { person_id: "per_ada", subject: "It hangs" },
    });
    const ben = await its.signedIn("per_ben");
    expect(await transfer(ben)).toMatchObject({ status: 403, body: { code: "not-the-owner" } });
    const { body } = await page.get(`/applications/${mine}`);
    expect(body.transfer_candidates).toMatchObject([{ person_id: "per_ben" }]);
    const done = await transfer(page, body.application.revision);
    expect(done).toMatchObject({ status: 200, body: { owner: { person_id: "per_ben" }, is_owner: false } });
    const back = { owner: "per_ada", revision: done.body.application.revision };
    const again = await ben.send("POST", `/applications/${mine}/transfer`, { body: back });
    expect(again.body.owner.person_id).toBe("per_ada");
  });
});

it("keeps no answer of the API in a cache, secrets least of all", async () => {
  const answers = [
    await ada.get("/session"),
    await ada.get(`/applications/${mine}`),
    await ada.send("POST", `/applications/${mine}/secret`),
    await ada.send("POST", `/applications/${mine}/webhook/credentials`),
    await ada.send("POST", `/applications/${mine}/webhook/credentials/reveal`),
    await ada.get("/applications/none"),
    await its.page().get("/applications"),
  ];
  for (const { headers } of answers) expect(headers.get("cache-control")).toBe("no-store");
  expect(answers[2]?.body.client_secret).toMatch(/^cs_/);
  expect(answers[3]?.body.credentials.length).toBeGreaterThan(1);
  const webhook = (await ada.get(`/applications/${mine}/webhook`)).body;
  expect(Object.keys(webhook.webhook.credentials[0]).sort()).toEqual([
    "created_at",
    "kind",
    "state",
    "version",
  ]);
  const secrets = answers[3]?.body.credentials.map(({ secret }: { secret: string }) => secret) as string[];
  for (const secret of secrets) expect(JSON.stringify(webhook)).not.toContain(secret);
});

it("stops at once when access is revoked, and opens nothing in its place", async () => {
  const page = await its.signedIn("per_ben");
  expect((await page.get(`/applications/${mine}`)).status).toBe(200);
  const fact = { kind: "membership", id: "mem_ben_acme", on: false } as const;
  await its.control.call("setFact", { body: fact });
  for (const path of ["", "/webhook", "/deliveries"])
    expect(await page.get(`/applications/${mine}${path}`)).toMatchObject({
      status: 403,
      body: { code: "access-revoked" },
    });
  const { body } = await page.get("/session");
  expect(body.organizations).toMatchObject([{ organization_id: "org_acme", status: "revoked" }]);
  expect(body.applications).toEqual([]);
  await its.control.call("setFact", { body: { ...fact, on: true } });
  expect((await page.get(`/applications/${mine}`)).status).toBe(200);
});

it("ends the session of a person who was revoked", async () => {
  const page = await its.signedIn("per_chen");
  await its.control.call("setFact", { body: { kind: "person", id: "per_chen", on: false } });
  expect(await page.get("/applications")).toMatchObject({ status: 401, body: { code: "sign-in-required" } });
  await its.control.call("setFact", { body: { kind: "person", id: "per_chen", on: true } });
  expect((await page.get("/applications")).status).toBe(401);
});

it("ends a session after eight hours", async () => {
  const page = await its.signedIn("per_ada");
  its.advance(8 * 60 * minutes + 1);
  expect(await page.get("/session")).toMatchObject({ body: { signed_in: false } });
  expect((await page.get("/applications")).status).toBe(401);
  its.advance(-8 * 60 * minutes - 1);
  expect((await page.get("/applications")).status).toBe(401);
});

it("never shows a dependency's failure as an absent enterprise", async () => {
  const page = await its.signedIn("per_ada");
  const failures: (() => Promise<Response>)[] = [
    () => Promise.reject(new Error("down")),
    async () => Response.json({ code: "failed", message: "x" }, { status: 500 }),
    async () => new Response("<html>", { status: 503, headers: { "content-type": "text/html" } }),
  ];
  for (const fail of failures) {
    its.breakControl = fail;
    for (const path of ["/session", "/applications", `/applications/${mine}`, "/sandbox/customers/org_acme"])
      expect(await page.get(path), path).toMatchObject({
        status: 502,
        body: { code: "dependency-failed", retryable: true, clause: "§7.3" },
      });
  }
  // Only people answer: the organization's own page fails alone.
  its.breakControl = (request, answer) =>
    request.url.includes("/organizations/") ? Promise.reject(new Error("down")) : answer();
  expect(await page.get("/sandbox/customers/org_acme")).toMatchObject({ status: 502 });
  its.breakControl = undefined;
  expect((await page.get("/session")).body.signed_in).toBe(true);
});

it("offers no administration, no registration of clients and no management token", async () => {
  const { routes } = await import("../../../platform/console/generated/console/routes.js");
  const paths = routes.map(({ path }) => path).join("\n");
  expect(paths).not.toMatch(/admin|register|registration|token|snapshot|fault|stress/i);
  for (const path of ["/state", "/snapshot", "/faults", "/people", "/facts", "/logs", "/stress-runs"])
    expect((await ada.get(path)).status, path).toBe(404);
  const text = JSON.stringify((await ada.get("/session")).body);
  expect(text).not.toContain("token of the control");
});
