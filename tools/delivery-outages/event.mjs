// The events of the trial: the same number always makes the same event, so that a publication can be repeated.

export const application = "app_example";
export const organization = "org_example_buyer";
export const type = "oem.access_context.changed.v1";

/** Ten versions of each resource, one after the other. */
const versions = 10;

export const idPrefix = "evt_outage_";
export const idOf = (number) => `${idPrefix}${number}`;
export const correlationOf = (eventId) => `cor_${eventId}`;

export function eventOf(number) {
  const version = (number % versions) + 1;
  const member = `mem_outage_${Math.floor(number / versions)}`;
  return {
    event_id: idOf(number),
    event_type: type,
    schema_version: "1",
    producer: "example-producer",
    occurred_at: "2026-02-19T17:00:03.250+08:00",
    tenant_id: organization,
    resource_id: member,
    resource_version: version,
    correlation_id: correlationOf(idOf(number)),
    data: {
      subject_type: "membership",
      subject_id: member,
      organization_id: organization,
      open_platform_application_id: application,
      environment: "sandbox",
      product_code: "example_product",
      access_revision: version,
    },
  };
}
