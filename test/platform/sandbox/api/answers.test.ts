import { describe, expect, test } from "vitest";
import { apiPlatform } from "../../../support/platform/sandbox/api/api-platform.js";
import {
  cancel,
  checkout,
  list,
  read,
  readForPartner,
  say,
  snapshot,
} from "../../../support/platform/sandbox/api/denial-row.js";
import { subscription } from "../../../support/platform/sandbox/api/records.js";
import { summaryText } from "../../../support/platform/sandbox/api/summary-text.js";

describe("answers", () => {
  test("the catalog has names in Chinese and English, plans and no amounts", async () => {
    const { ask } = await apiPlatform();
    const { status, body } = await ask({ path: "/open-platform/v1/products" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      products: [
        {
          product_code: "suite",
          name: { en: "Suite", zh: "套件" },
          plans: [
            { plan_code: "free", billing_mode: "free" },
            {
              plan_code: "team",
              plan_version: 1,
              price_version_ref: "price_1",
              trial_days: 14,
              entitlements: ["reports"],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/amount|currency/);
  });

  test("a checkout names its operation, which is read by its id and shows a payment only as a redacted status", async () => {
    const { ask } = await apiPlatform();
    const started = await ask(checkout);
    expect(started.body).toMatchObject({ status: "open", checkout_session_id: expect.any(String) });
    const { body } = await ask({ path: `/open-platform/v1/operations/${String(started.body.operation_id)}` });
    expect(body).toMatchObject({ kind: "checkout", status: "pending", next_step: "complete_checkout" });
    const paid = await ask({ path: "/open-platform/v1/operations/op_1" });
    expect(paid.body).toMatchObject({
      operation_id: "op_1",
      payment_status: "succeeded",
      subscription_id: "sub_1",
    });
  });

  test("a subscription has the form of its events, alone, in the list, and for a partner", async () => {
    const { ask } = await apiPlatform();
    const alone = await ask(read);
    expect(alone.body).toMatchObject(summaryText(subscription));
    expect((await ask(list)).body).toEqual({ subscriptions: [alone.body] });
    for (const token of ["service", "bo"])
      expect((await ask({ ...readForPartner, token })).body).toEqual(alone.body);
  });

  test("cancelling and changing the plan answer with an operation", async () => {
    const api = await apiPlatform();
    const { status, body } = await api.ask({ ...cancel, body: undefined });
    expect([status, body.kind, body.subscription_id]).toEqual([202, "cancel", "sub_1"]);
    expect(api.platform.get("subscription", "sub_1")?.status).toBe("cancellation_pending");
  });

  test("the list has what the caller may see, and nothing else", async () => {
    const { ask, put, platform } = await apiPlatform();
    const other = { ...subscription, id: "sub_2", organization: "initech", status: "expired" as const };
    put("subscription", other);
    put("subscription", { ...subscription, id: "sub_3", application: "app_2" });
    const ids = async (path: string, token = "service") =>
      ((await ask({ path, token })).body.subscriptions as { id: string }[] | undefined)?.map(({ id }) => id);
    expect(await ids(list.path)).toEqual(["sub_1"]);
    const between = {
      id: "app_1/initech",
      application: "app_1",
      organization: "initech",
      status: "active",
    } as const;
    put("approval", between);
    expect(await ids(list.path)).toEqual(["sub_1"]);
    put("customerAuthorization", between);
    expect(await ids(list.path)).toEqual(["sub_1", "sub_2"]);
    expect(await ids(list.path, "ada")).toEqual(["sub_1"]);
    expect(await ids(`${list.path}?organization_id=initech`)).toEqual(["sub_2"]);
    expect(await ids(`${list.path}?acting_organization_id=acme`)).toEqual(["sub_1"]);
    expect(await ids(`${list.path}?acting_organization_id=acme`, "bo")).toEqual(["sub_1"]);
    expect(platform.list("subscription")).toHaveLength(3);
  });

  test("a user's list is about the space of the sign-in, unless the request names another one of the person", async () => {
    const api = await apiPlatform();
    api.put("subscription", { ...subscription, id: "sub_2", organization: "acme", status: "expired" });
    api.put("membership", { id: "mem_ada_acme", organization: "acme", person: "ada", status: "active" });
    const ids = async (path: string) =>
      ((await api.ask({ path, token: "ada" })).body.subscriptions as { id: string }[] | undefined)?.map(
        ({ id }) => id,
      );
    expect(await ids(list.path)).toEqual(["sub_1", "sub_2"]);
    say(api, "ada", { membership: "mem_ada_acme" });
    expect(await ids(list.path)).toEqual(["sub_2"]);
    expect(await ids(`${list.path}?organization_id=globex`)).toEqual(["sub_1"]);
    api.change("membership", "mem_ada_acme", { status: "revoked" });
    expect(await ids(list.path)).toBeUndefined();
  });

  test("a header never selects a customer", async () => {
    const { ask } = await apiPlatform();
    const headers = {
      organization_id: "initech",
      "x-organization-id": "initech",
      acting_organization_id: "initech",
    };
    const { body } = await ask({ ...list, headers });
    expect(body.subscriptions).toHaveLength(1);
  });

  test("the event of a snapshot selects exactly one customer and member, and the answer is the access of now", async () => {
    const { ask, change } = await apiPlatform();
    expect((await ask(snapshot)).body).toEqual({
      product_access_allowed: true,
      access_revision: 2,
      roles: ["editor"],
      entitlements: ["reports"],
      capabilities: [],
    });
    change("memberAccess", "mem_ada/suite", { allowed: false, revision: 3 });
    expect((await ask(snapshot)).body).toEqual({
      product_access_allowed: false,
      access_revision: 3,
      roles: [],
      entitlements: [],
      capabilities: [],
    });
  });

  test("are never stored, name their request, and a 401 has its challenge", async () => {
    const { ask } = await apiPlatform();
    const { headers, entry } = await ask(read);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-sandbox-request-id")).toBe(entry.request_id);
    expect((await ask({ ...read, token: null })).headers.get("www-authenticate")).toBe("Bearer");
    expect((await ask({ ...read, token: "x" })).headers.get("www-authenticate")).toContain("invalid_token");
  });

  test("an answer of ours that breaks the contract is a 500 and a failure in the log", async () => {
    const api = await apiPlatform();
    api.change("operation", "op_1", { status: "unheard-of" as never });
    const { status, body, entry } = await api.ask({ path: "/open-platform/v1/operations/op_1" });
    expect([status, body.code]).toEqual([500, "failed"]);
    expect(entry.failure).toBe("the answer 200 breaks the contract: enum at /status");
    expect(entry.denied_by).toBeNull();
    expect(api.failures.map(String)).toEqual([expect.stringContaining("/status")]);
  });

  test("a quota counts in windows of the sandbox's time, and what was denied doesn't count", async () => {
    const api = await apiPlatform();
    api.change("apiProduct", "commerce", { quota: { requests: 2, seconds: 60 } });
    await api.ask({ path: "/open-platform/v1/subscriptions/none" });
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await api.ask(read)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await api.ask(read)).headers.get("retry-after")).toBe("60");
    expect((await api.ask({ ...read, token: "ada" })).status).toBe(200);
    api.platform.advanceTo(api.platform.now() + 60_000, {});
    expect((await api.ask(read)).status).toBe(200);
  });
});
