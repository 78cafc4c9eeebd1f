import { readFile } from "node:fs/promises";
import { sValidator } from "@hono/standard-validator";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { SubscriptionActivated } from "../../generated/events/types.js";
import { validateEvent } from "../../generated/validators/events.js";
import * as validators from "../../generated/validators/index.js";

const { subscriptionActivatedSchema } = validators;
const example = new URL(
  "../../contracts/examples/oem.subscription.activated.v1/minimal.json",
  import.meta.url,
);
const event = JSON.parse(await readFile(example, "utf8")) as SubscriptionActivated;
const broken = { ...event, data: { ...event.data, status: "paused" } };

describe("a validator as a Standard Schema", () => {
  it("has the specification's type, with the type of its documents as output", () => {
    const schema: StandardSchemaV1<SubscriptionActivated, SubscriptionActivated> =
      subscriptionActivatedSchema;
    const result = schema["~standard"].validate(event);
    expect(result).toEqual({ value: event });
  });

  it("reports paths as keys: property names and item indexes", () => {
    const { validate } = validators.artifactManifestSchema["~standard"];
    expect(validate({ assets: [1] }).issues).toContainEqual(expect.objectContaining({ path: ["assets", 0] }));
    expect(subscriptionActivatedSchema["~standard"].validate(broken)).toEqual({
      issues: [
        {
          message: "`data.status` is `paused`; an `activated` event allows only `active`",
          path: ["data", "status"],
        },
      ],
    });
  });

  it("exists for every exported validator", () => {
    const names = Object.keys(validators);
    const exported = new Map<string, unknown>(Object.entries(validators));
    const checks = names.filter((name) => name.startsWith("check"));
    const schemas = names.filter((name) => name.endsWith("Schema"));
    expect(checks.length).toBeGreaterThan(50);
    expect(schemas.map((name) => name.replace(/Schema$/, "").toLowerCase()).sort()).toEqual(
      checks.map((name) => name.replace(/^check/, "").toLowerCase()).sort(),
    );
    for (const name of schemas)
      expect(exported.get(name)).toMatchObject({
        "~standard": { version: 1, vendor: "oipkit" },
      });
    expect(validateEvent(event).kind).toBe("valid");
  });

  it("works with Hono's validator: the handler has the type, and an invalid body gets a 400 with the path", async () => {
    const app = new Hono().post("/", sValidator("json", subscriptionActivatedSchema), (context) => {
      const { data } = context.req.valid("json");
      return context.text(`${data.plan_code} is ${data.status}`);
    });
    const post = (body: unknown) =>
      app.request("/", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const good = await post(event);
    expect([good.status, await good.text()]).toEqual([200, `${event.data.plan_code} is active`]);
    const bad = await post(broken);
    expect([bad.status, await bad.json()]).toMatchObject([400, { error: [{ path: ["data", "status"] }] }]);
  });

  it("works as the input of a tRPC procedure", async () => {
    const { router, procedure, createCallerFactory } = initTRPC.create();
    const app = router({
      plan: procedure.input(subscriptionActivatedSchema).query(({ input }) => input.data.plan_code),
    });
    const call = createCallerFactory(app)({});
    expect(await call.plan(event)).toBe(event.data.plan_code);
    await expect(call.plan(broken as SubscriptionActivated)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("`data.status` is `paused`") as string,
    });
  });
});
