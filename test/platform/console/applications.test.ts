import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionsByName, type Page } from "../../support/platform/console/page.js";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
let page: Page;
let id: string;
let at: string;

beforeAll(async () => {
  its = await startConsole();
  page = await its.signedIn("per_ada");
});
afterAll(() => its[Symbol.asyncDispose]());

describe("an application", () => {
  it("is created with its identities, and shows its secret once", async () => {
    const { body: choices } = await page.get("/applications");
    expect(choices.creation).toMatchObject({
      organizations: [{ organization_id: "org_acme" }, {}],
      products: [{ product_code: "notes" }, {}],
    });
    const body = {
      name: "Shop",
      environment: "sandbox",
      organization_id: "org_acme",
      identities: ["application", "user"],
      redirect_uris: ["https://shop.example/callback"],
    };
    const answer = await page.send("POST", "/applications", { body });
    expect(answer).toMatchObject({ status: 201, body: { client_secret: expect.stringMatching(/^cs_/) } });
    id = answer.body.application.application.application_id;
    at = `/applications/${id}`;
    const details = await page.get(at);
    expect(JSON.stringify(details.body)).not.toContain(answer.body.client_secret);
    expect(details.body.call_configuration).toMatchObject([
      {
        identity: "application",
        flow: "client_credentials",
        credential: { kind: "client-secret", version: 1 },
      },
      { identity: "user", flow: "authorization_code_pkce", credential: { kind: "none" } },
    ]);
    const [{ issuer, token_endpoint, api_url }] = details.body.call_configuration;
    expect([issuer, token_endpoint]).toEqual([
      its.sandbox.issuers.sandbox,
      `${its.sandbox.issuers.sandbox}/token`,
    ]);
    expect(api_url).toBe(its.sandbox.apiUrls.sandbox);
    expect(actionsByName(details)).toMatchObject({
      "enable-user-identity": { offered: false, reason: "identity-enabled" },
      "rotate-secret": { offered: true, reason: null },
      transfer: { offered: true },
    });
  });

  it.each(["http://shop.example/cb", "https://*.shop.example/cb", "https://shop.example/cb#x", "shop"])(
    "refuses the redirect URL %s",
    async (uri) => {
      const body = { redirect_uris: [uri] };
      const answer = await page.send("PATCH", `${at}/identities/user`, { body });
      expect(answer).toMatchObject({ status: 422, body: { code: "redirect-uri-invalid", clause: "§5.1" } });
    },
  );

  it("loses an identity, and gets it back with a new secret", async () => {
    const off = await page.send("PATCH", `${at}/identities/application`, { body: { status: "disabled" } });
    expect(actionsByName(off)["rotate-secret"]).toMatchObject({
      offered: false,
      reason: "identity-disabled",
    });
    const on = await page.send("PUT", `${at}/identities/application`, { body: {} });
    expect(on.body.client_secret).toMatch(/^cs_/);
  });
});

it("lists API products with the state of each identity, the moves, and why others aren't offered", async () => {
  const products = async () => (await page.get(`${at}/api-products`)).body.api_products;
  const [commerce] = await products();
  expect(commerce.product).toMatchObject({
    product_code: "commerce",
    name: { en: expect.any(String), zh: expect.any(String) },
    quota: { requests: expect.any(Number) },
    support: expect.any(String),
    audience: expect.any(String),
  });
  expect(commerce.product.description.zh).toMatch(/\p{Script=Han}/u);
  const [service] = commerce.identities;
  expect(service).toMatchObject({ state: "available", binding: null, testing_may_start: false });
  expect(actionsByName({ body: service })).toMatchObject({
    "request-access": { offered: true },
    test: { offered: false, reason: "not-enabled" },
    "contact-support": { offered: false },
  });
  const asked = { product_code: "commerce", identity: "application" };
  const granted = await page.send("POST", `${at}/permissions`, { body: asked });
  expect(granted.body).toMatchObject({ state: "enabled", binding: "bound", testing_may_start: true });
  expect(actionsByName(granted)["request-access"]).toMatchObject({
    offered: false,
    reason: "already-requested",
  });
  // The other identity shares nothing.
  expect((await products())[0].identities[1]).toMatchObject({ identity: "user", state: "available" });

  const path = `${at}/permissions/application/commerce`;
  const drifted = await page.send("PATCH", path, { body: { binding: "drifted" } });
  expect(drifted.body.testing_may_start).toBe(false);
  expect(actionsByName(drifted).test).toMatchObject({ offered: false, reason: "drifted" });
  await page.send("PATCH", path, { body: { binding: "bound" } });
  const { body } = await page.get(at);
  expect(body.call_configuration[0].products).toMatchObject([{ product_code: "commerce", binding: "bound" }]);
});

it("shows requests to the API with every check, also those that nobody could be told for", async () => {
  const { apiUrls } = its.sandbox;
  await fetch(`${apiUrls.sandbox}/open-platform/v1/products`, { headers: { authorization: "Bearer x.y" } });
  const { body } = await page.get(`${at}/requests?unattributed=true`);
  expect(body.requests[0]).toMatchObject({ path: expect.stringContaining("products"), denied_by: "token" });
  expect(body.checks).toEqual(expect.arrayContaining(["token", "scopes", "body"]));
  const one = await page.get(`${at}/requests/${body.requests[0].request_id}`);
  expect(one.body.checks).toHaveLength(body.checks.length);
  expect((await page.get(`${at}/requests`)).body.requests).toEqual([]);
});
