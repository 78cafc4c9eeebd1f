import { describe, expect, it } from "vitest";
import { apply, mayUse, nothing, type Projection } from "../../../examples/integration/projection.js";
import { suite } from "../../../generated/conformance/events.js";
import type { Event } from "../../../generated/events/types.js";

const allowed = { kind: "allowed" } as const;

/** The full example of an event, with other members of `data`; or all that is shown of an event without one. */
function shownEvent(type: string, data: Readonly<Record<string, unknown>> = {}): Event {
  const shown: { readonly data?: object } = { event_id: "evt_1", event_type: type } as object;
  const example = (suite.examples[type]?.full ?? shown) as { readonly data?: object };
  return { ...example, ...(example.data && { data: { ...example.data, ...data } }) } as unknown as Event;
}

function projected(...events: readonly Event[]): Projection {
  return events.reduce(apply, nothing);
}

const only = ({ subscriptions }: Projection) => [...subscriptions.values()][0];

describe("the projection of the integration example", () => {
  it("notes a scheduled plan, which changes neither the plan nor anything else", () => {
    const scheduled = { plan_code: "basic", pending_plan_code: "pro", id: "sub_1" };
    const known = only(projected(shownEvent("oem.subscription.plan_change_scheduled.v1", scheduled)));
    expect(known).toMatchObject({ plan: "basic", scheduledPlan: "pro", status: "plan_change_pending" });
  });

  it("takes a reminder for what its status says, and moves no period", () => {
    const period = { current_period_end: "2026-03-01T00:00:00Z", id: "sub_1" };
    const known = only(
      projected(
        shownEvent("oem.subscription.activated.v1", period),
        shownEvent("oem.subscription.renewal_upcoming.v1", period),
      ),
    );
    expect(known).toMatchObject({ status: "renewal_pending", periodEnd: period.current_period_end });
    expect(known?.history).toHaveLength(2);
  });

  it("records the end of a cancelled subscription, and concludes nothing about a refund", () => {
    const ended_at = "2026-02-01T00:00:00Z";
    const projection = projected(shownEvent("oem.subscription.cancelled.v1", { ended_at }));
    expect(only(projection)).toMatchObject({ status: "cancelled", endedAt: ended_at });
    expect(projection.payments.size).toBe(0);
  });

  it("takes no activation for a payment, free or paid", () => {
    for (const billing_mode of ["free", "paid"]) {
      const projection = projected(shownEvent("oem.subscription.activated.v1", { billing_mode }));
      expect(projection.payments.size).toBe(0);
      expect(JSON.stringify(only(projection))).not.toContain("price");
    }
  });

  it("keeps nothing by the commercial customer record", () => {
    const projection = projected(
      shownEvent("oem.subscription.activated.v1", { party_id: "party_unmistakable" }),
    );
    expect(JSON.stringify([...projection.subscriptions])).not.toContain("party_unmistakable");
  });

  it.each([
    ["payment.succeeded.v1", "confirmed"],
    ["payment.refund.succeeded.v1", "refunded"],
    ["payment.pending.v1", "open"],
    ["payment.requires_action.v1", "open"],
    ["payment.unknown.v1", "open"],
    ["payment.failed.v1", "open"],
    ["payment.refund.pending.v1", "open"],
    ["payment.refund.unknown.v1", "open"],
    ["payment.refund.failed.v1", "open"],
  ])("takes %s as %s", (type, result) => {
    expect([...projected(shownEvent(type)).payments.values()]).toEqual([result]);
  });

  it("lets nobody in whom the platform restricts, and nobody after a termination", () => {
    const active = shownEvent("oem.subscription.activated.v1", { id: "sub_1" });
    const { organization_id, product_code } = (active as unknown as { data: Record<string, string> })
      .data as {
      organization_id: string;
      product_code: string;
    };
    const subject = { organization_id, product_code };
    expect(mayUse(projected(active), subject, allowed)).toBe(true);
    expect(mayUse(projected(active), subject, { kind: "restricted" })).toBe(false);
    const terminated = shownEvent("oem.subscription.terminated.v1", { ...subject, id: "sub_1" });
    expect(mayUse(projected(active, terminated), subject, allowed)).toBe(false);
    expect(only(projected(active, terminated))?.history).toHaveLength(2);
  });
});
