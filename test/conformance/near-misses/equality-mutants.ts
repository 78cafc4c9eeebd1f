import type { DerivedMutant, Equivalents } from "./derived-mutant.js";
import { equalities } from "./equalities.js";

interface Place {
  readonly name: string;
  readonly file: string;
  /** The comparison in the correct receiver, and with another one in its place. */
  readonly from: string;
  readonly to: (equal: string) => string;
  readonly near: readonly string[];
  readonly open?: true;
}

const found = "const found = validateEvent(event);";
const token = 'typeof token !== "string" || !sameText(token, settings.verificationToken)';
const compared = 'return sameText(signature, `sha256=${input.digest("hex")}`);';

/** Every comparison of the receiver. */
const places: readonly Place[] = [
  {
    name: "token",
    file: "webhook",
    from: token,
    to: (equal) => `!${equal}(token, settings.verificationToken)`,
    near: ["*/near/token/*", "6.3.4/token-*"],
  },
  {
    name: "event-id",
    file: "webhook",
    from: "event.event_id !== request.eventId",
    to: (equal) => `!${equal}(event.event_id, request.eventId)`,
    near: ["*/near/event-id/*"],
  },
  {
    name: "event-id-header",
    file: "webhook",
    from: "event.event_id !== request.eventId",
    to: (equal) => `!${equal}(request.eventId, event.event_id)`,
    near: ["*/near/event-id/*"],
  },
  {
    name: "event-type-header",
    file: "webhook",
    from: "event.event_type !== request.eventType",
    to: (equal) => `!${equal}(request.eventType, event.event_type)`,
    near: ["*/near/event-type/*"],
  },
  {
    name: "event-name",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const known = ["oem.subscription.activated.v1"].find((name) => ${equal}(event.event_type, name));\n` +
      "    const found = validateEvent({ ...event, event_type: known ?? event.event_type });",
    near: ["*/near/event-name/*", "*/near/event-version/*"],
  },
  {
    name: "application",
    file: "binding",
    from: "data.open_platform_application_id === application",
    to: (equal) => `${equal}(data.open_platform_application_id, application)`,
    near: ["*/near/binding/*application-*"],
  },
  {
    name: "product",
    file: "binding",
    from: "data.product_code === product",
    to: (equal) => `${equal}(data.product_code, product)`,
    near: ["*/near/binding/*product-*"],
  },
  {
    name: "organization",
    file: "binding",
    from: "data.organization_id === organization &&\n    tenant_id === organization",
    to: (equal) => `${equal}(data.organization_id, organization) && ${equal}(tenant_id, organization)`,
    near: ["*/near/binding/*organization-*"],
  },
  {
    name: "resource-id",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const linked = event.data?.id !== undefined && ${equal}(event.resource_id, event.data.id);\n` +
      "    const found = validateEvent(linked ? { ...event, resource_id: event.data.id } : event);",
    near: ["*/near/linked/resource-is-subscription-*"],
  },
  {
    name: "resource-id-of-data",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const linked = event.data?.id !== undefined && ${equal}(event.data.id, event.resource_id);\n` +
      "    const found = validateEvent(linked ? { ...event, data: { ...event.data, id: event.resource_id } } : event);",
    near: ["*/near/linked/resource-is-subscription-*"],
  },
  {
    name: "schema-version",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const found = validateEvent("schema_version" in event && ${equal}(event.schema_version, "1") ? { ...event, schema_version: "1" } : event);`,
    near: ["*/near/constant/*"],
  },
  {
    name: "signature",
    file: "signature",
    from: compared,
    to: (equal) => `return ${equal}(signature, \`sha256=\${input.digest("hex")}\`);`,
    near: ["*/near/signature-*", "6.3.3/*"],
  },
];

/** Every careless comparison at every place. */
export const equalityMutants: readonly DerivedMutant[] = places.flatMap(
  ({ name, file, from, to, near, open }) =>
    equalities.map((equality) => ({
      name: `${name}-${equality.name}`,
      edits: {
        [file]: [
          [from, to(equality.expression)] as const,
          ...(name === "signature"
            ? ([["if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false;\n", ""]] as const)
            : []),
        ],
      },
      near,
      ...(open && { open }),
    })),
);

const ascii = "The right text is ASCII, which no other text turns into by this.";
const carried =
  "A header can't carry a text that only this comparison accepts: HTTP trims it, and allows no control characters.";
const typed = "The schema or the header requires text.";

/** Comparisons that are exact where they stand. */
export const equalityEquivalents: Equivalents = {};
void [ascii, carried, typed];
