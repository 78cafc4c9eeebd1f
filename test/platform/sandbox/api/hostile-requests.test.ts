import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Asking, apiPlatform } from "../../../support/platform/sandbox/api/api-platform.js";
import { cancel, checkout, read } from "../../../support/platform/sandbox/api/denial-row.js";

describe("hostile requests", () => {
  test.each([
    ["/", 404, "route-unknown"],
    ["/open-platform/v1/subscriptions/", 404, "route-unknown"],
    ["/open-platform/v1//subscriptions", 404, "route-unknown"],
    ["/open-platform/v2/subscriptions", 404, "route-unknown"],
    ["/appmarket-orders/v1/orders", 404, "route-unknown"],
    ["/.well-known/openid-configuration", 404, "route-unknown"],
    ["/open-platform/v1/subscriptions/%E0%A4%A", 400, "path-malformed"],
    ["/open-platform/v1/subscriptions/sub_1:cancel", 404, "resource-unknown"],
    ["/open-platform/v1/subscriptions/__proto__", 404, "resource-unknown"],
    ["/open-platform/v1/subscriptions/..%2F..%2Fproducts", 404, "resource-unknown"],
    [`/open-platform/v1/subscriptions/${"a".repeat(10_000)}`, 404, "resource-unknown"],
    [`${read.path}?acting_organization_id=acme&acting_organization_id=initech`, 400, "parameter-malformed"],
    [`${read.path}?acting_organization_id=%00`, 403, "acting-organization-foreign"],
    [`${read.path}?acting_organization_id=${"a".repeat(201)}`, 400, "parameter-malformed"],
    [`/production/open-platform/v1/products`, 404, "route-not-in-environment"],
    ["/productions/open-platform/v1/products", 404, "route-unknown"],
  ])("GET %s", async (path, status, code) => {
    const { ask, failures } = await apiPlatform();
    const answer = await ask({ path });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.entry.path.length).toBeLessThanOrEqual(301);
    expect(failures).toEqual([]);
  });

  test.each(["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "POST"])(
    "%s on a route that has only GET",
    async (method) => {
      const { api, log } = await apiPlatform();
      const response = await api.handle(new Request(`http://sandbox.test${read.path}`, { method }));
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
      expect(log.list({ limit: 1 }).requests[0]).toMatchObject({
        status: 405,
        denied_by: "route",
        operation: null,
      });
    },
  );

  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  test.each<[string, Partial<Asking>, number, string]>([
    ["nested JSON", { raw: deep }, 400, "body-malformed"],
    ["half of a JSON document", { raw: '{"at_period_end": tr' }, 400, "body-malformed"],
    ["bytes that aren't UTF-8", { raw: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "body-malformed"],
    ["a byte order mark", { raw: "\uFEFF{}" }, 400, "body-malformed"],
    ["a list", { raw: "[]" }, 422, "body-invalid"],
    ["null", { raw: "null" }, 422, "body-invalid"],
    ["an unknown member", { raw: '{"at_period_end":true,"now":true}' }, 422, "body-invalid"],
    ["__proto__", { raw: '{"__proto__":{"at_period_end":true}}' }, 422, "body-invalid"],
    [
      "a form",
      { raw: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
      415,
      "media-type-unsupported",
    ],
    [
      "UTF-16",
      { raw: "{}", headers: { "content-type": "application/json; charset=utf-16" } },
      415,
      "media-type-unsupported",
    ],
    [
      "a compressed body",
      { raw: "{}", headers: { "content-encoding": "gzip" } },
      415,
      "media-type-unsupported",
    ],
    ["a declared size", { raw: "{}", headers: { "content-length": "99999999" } }, 413, "body-too-large"],
    ["a large body", { raw: JSON.stringify({ a: "x".repeat(70_000) }) }, 413, "body-too-large"],
    ["an empty key", { key: "" }, 400, "idempotency-key-malformed"],
  ])("a command with %s changes nothing", async (_, instead, status, code) => {
    const { ask, platform, failures } = await apiPlatform();
    const answer = await ask({ ...cancel, body: undefined, ...instead });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(platform.get("subscription", "sub_1")?.status).toBe("active");
    expect(platform.list("idempotency")).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("a body that never ends is read only up to its limit, and none at all without a valid token", async () => {
    const { api } = await apiPlatform();
    const endless = (token: string) => {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1024;
          controller.enqueue(new Uint8Array(1024).fill(0x20));
        },
      });
      const request = new Request(`http://sandbox.test${cancel.path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": "a",
        },
        body,
        duplex: "half",
      } as RequestInit);
      return { request, sent: () => sent };
    };
    const known = endless("service");
    expect((await api.handle(known.request)).status).toBe(413);
    expect(known.sent()).toBeLessThan(70_000);
    const unknown = endless("nobody");
    expect((await api.handle(unknown.request)).status).toBe(401);
    expect(unknown.sent()).toBeLessThan(5000);
  });

  test("any path, header and JSON body has an answer of the contract, and no failure", async () => {
    const { ask, failures } = await apiPlatform();
    const segment = fc.oneof(
      fc.constantFrom(
        "open-platform",
        "v1",
        "subscriptions",
        "sub_1",
        "sub_1:cancel",
        "operations",
        "production",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }).map(encodeURIComponent),
    );
    const path = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`);
    const header = fc.stringMatching(/^[\x20-\x7E]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          path,
          fc.constantFrom(cancel.path, checkout.path, `${cancel.path.slice(0, -7)}:change-plan`),
        ),
        fc.constantFrom("GET", "POST", "DELETE"),
        fc.record({ body: fc.jsonValue(), authorization: fc.option(header), key: header }),
        async (where, method, { body, authorization, key }) => {
          const answer = await ask({
            path: where,
            method,
            key,
            ...(method === "POST" ? { body } : {}),
            ...(authorization === null ? {} : { headers: { authorization } }),
          });
          expect(answer.status).toBeGreaterThanOrEqual(200);
          expect(answer.status).not.toBe(500);
          if (answer.status >= 400)
            expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        },
      ),
      { numRuns: 150 },
    );
    expect(failures).toEqual([]);
  });
});
