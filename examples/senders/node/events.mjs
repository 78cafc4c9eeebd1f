import { randomUUID } from "node:crypto";

/** Publishing, redelivery and tests: what is put into the queue, and what is refused. */
export function createEvents({ deliveries, journal, audit, clock }) {
  const operations = new Set();
  return {
    publish(application, event) {
      const { endpoint, granted } = application;
      const { event_type: type } = event;
      if (!endpoint?.event_types.includes(type)) return { accepted: false, reason: "not subscribed" };
      if (!granted.includes(type)) return { accepted: false, reason: "not granted" };
      const known = deliveries.all.find(
        (each) => each.application === application && each.eventId === event.event_id,
      );
      if (known === undefined) deliveries.add(application, event, "event");
      return { accepted: true };
    },
    redeliver(application, eventId, operationId) {
      const known = deliveries.all.find(
        (each) => each.application === application && each.eventId === eventId,
      );
      if (known === undefined) return { accepted: false, reason: "unknown event" };
      const operation = `${application.id} ${operationId}`;
      if (operations.has(operation)) return { accepted: true };
      operations.add(operation);
      audit.push({ application: application.id, action: "redelivered", event_id: eventId });
      if (known.state === "pending") return { accepted: true };
      known.state = "pending";
      known.made = 0;
      known.due = clock.now();
      return { accepted: true };
    },
    test(application, type) {
      const problem = testProblem(application, type);
      if (problem !== undefined) return { accepted: false, reason: problem };
      deliveries.add(application, testEvent(application, type, clock.now()), "test");
      journal.write("test", { application: application.id, type });
      return { accepted: true };
    },
  };
}

function testProblem({ environment, active, endpoint }, type) {
  if (environment === "production") return "tests are for the sandbox";
  if (!active) return "the application isn't active";
  if (endpoint === null) return "there is no verified endpoint";
  if (endpoint.state !== "active") return "the endpoint is paused";
  return type.startsWith("oem.subscription.") ? undefined : "there is no test of this event";
}

/** A complete synthetic subscription. */
function testEvent({ id: application, environment, product }, type, now) {
  const at = (days) => new Date(now + days * 86_400_000).toISOString();
  const id = `sub_test_${randomUUID()}`;
  const organization = `org_test_${randomUUID()}`;
  return {
    event_id: `evt_webhook_test_${randomUUID()}`,
    event_type: type,
    schema_version: "1",
    occurred_at: at(0),
    producer: "example-sender",
    tenant_id: organization,
    resource_id: id,
    resource_version: 1,
    correlation_id: `cor_test_${randomUUID()}`,
    data: {
      id,
      organization_id: organization,
      party_id: `party_test_${randomUUID()}`,
      product_code: product ?? "webhook_test_product",
      plan_code: "webhook_test_plan",
      plan_version: 1,
      status: "active",
      current_period_start: at(0),
      current_period_end: at(30),
      status_effective_at: at(0),
      operation_id: `op_test_${randomUUID()}`,
      reason_code: "webhook_test",
      resource_version: 1,
      created_at: at(0),
      updated_at: at(0),
      open_platform_application_id: application,
      environment,
    },
  };
}
