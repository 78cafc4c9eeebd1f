import { expect, it } from "vitest";
import { startControlled } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

it("a fact that changes a member's access emits the event of that, in both directions", async () => {
  const { control, sandbox } = await startControlled();
  const { application } = await control.call("createApplication", { body: { name: "Shop" } });
  const { application_id } = application;
  await control.call("triggerEvent", {
    body: { application_id, event_type: "oem.subscription.activated.v1" },
  });
  const [access] = sandbox.world.view.list("productAccess");
  const organization_id = access?.organization ?? "";
  const [member] = sandbox.world.view.list("membership", { organization: organization_id });
  const { id: membership_id = "", person: person_id = "" } = member ?? {};
  const assignment = { membership_id, product_code: access?.product ?? "", assigned: true };
  await control.call("setMemberAccess", { body: assignment });
  const seen: unknown[] = [];
  sandbox.world.onCommit(({ events }) => {
    for (const { event } of events) seen.push([event.event_type, event.resource_id, event.resource_version]);
  });
  const changed = (version: number) => ["oem.access_context.changed.v1", membership_id, version];
  const allowed = () => sandbox.world.view.list("memberAccess")[0]?.allowed;
  const set = (kind: "membership" | "product-access", id: string, on: boolean) =>
    control.call("setFact", { body: { kind, id, on } });
  await set("membership", membership_id, false);
  expect([allowed(), seen.splice(0)]).toEqual([false, [changed(2)]]);
  await control.call("createMembership", { body: { organization_id, person_id } });
  expect([allowed(), seen.splice(0)]).toEqual([true, [changed(3)]]);
  await set("product-access", access?.id ?? "", false);
  expect([allowed(), seen.splice(0)]).toEqual([false, [changed(4)]]);
  await set("product-access", access?.id ?? "", true);
  expect([allowed(), seen.splice(0)]).toEqual([true, [changed(5)]]);
});
