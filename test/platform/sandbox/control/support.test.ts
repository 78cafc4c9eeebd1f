import { expect, it } from "vitest";
import { startControlled } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

async function withApplication() {
  const sandbox = await startControlled();
  const made = await sandbox.control.call("createApplication", { body: { name: "My Shop" } });
  return { ...sandbox, application_id: made.application.application_id, client_secret: made.client_secret };
}

it("forwards a problem to support once, and keeps the record over a snapshot", async () => {
  const { control, application_id } = await withApplication();
  const body = { application_id, subject: "Nothing arrives", correlation_id: "corr_1", operation_id: "op-1" };
  const made = await control.call("forwardToSupport", { body });
  expect(made).toMatchObject({ ...body, person_id: "per_ada", delivery_id: null, message: null });
  expect(await control.call("forwardToSupport", { body })).toEqual(made);
  const other = { body: { ...body, subject: "Something else" } };
  await expect(control.call("forwardToSupport", other)).rejects.toMatchObject({
    code: "operation-conflict",
    status: 409,
  });
  const file = await control.call("takeSnapshot");
  await control.call("forwardToSupport", { body: { ...body, operation_id: "op-2" } });
  await control.call("restoreSnapshot", { body: new Uint8Array(await file.arrayBuffer()) });
  const query = { application_id };
  expect(await control.call("listSupportRequests", { query })).toEqual({ requests: [made], next: null });
  const nobody = { query: { application_id: "app_other" } };
  expect(await control.call("listSupportRequests", nobody)).toEqual({ requests: [], next: null });
});

it("refuses what isn't the application's or the person's, and a secret in the text", async () => {
  const { control, sandbox, application_id, client_secret } = await withApplication();
  const stranger = await control.call("createPerson", { body: { name: "Dee", email: "dee@example.com" } });
  const body = { application_id, subject: "Help", operation_id: "op-1" };
  for (const [code, change] of [
    ["secret-in-text", { message: `It is ${client_secret}.` }],
    ["unknown-application", { application_id: "app_none" }],
    ["unknown-person", { person_id: "per_none" }],
    ["not-a-member", { person_id: stranger.person_id }],
    ["delivery-unknown", { delivery_id: "dlv_none" }],
    ["event-unknown", { event_id: "evt_none" }],
  ] as const)
    await expect(
      control.call("forwardToSupport", { body: { ...body, ...change } }),
      code,
    ).rejects.toMatchObject({ code });
  expect(sandbox.world.view.list("supportRequest")).toEqual([]);
});
