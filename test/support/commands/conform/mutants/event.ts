// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Edit, Mutant } from "./mutant.js";

const validate = "const found = validateEvent(event);";
const invalid = 'if (found.kind !== "valid") return { status: 422, outcome: "invalid" };';
const headers = "event.event_id !== request.eventId || event.event_type !== request.eventType";
const bound = "!isBound(event, settings)";

const schema = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { webhook: edits },
});

const binding = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { binding: edits },
});

const normalized = (name: string, clause: string, event: string, mistake: string): Mutant =>
  schema(name, clause, [[validate, `const found = validateEvent(${event});`]], mistake);

const callbackAnswer = "/** A callback is answered with a result and never stored; §6.8. */";
const copy = `function copy(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const made = {};
  for (const key of Object.keys(value)) made[key] = copy(value[key]);
  return made;
}`;
const merge = `function merge(target, source) {
  for (const key of [...Object.keys(source), ...Object.keys(Object.prototype)]) {
    if (source[key] !== null && typeof source[key] === "object") merge((target[key] ??= {}), source[key]);
    else target[key] = source[key];
  }
  return target;
}`;

export const eventMutants: readonly Mutant[] = [
  schema(
    "schema-unchecked",
    "§2.3",
    [[invalid, invalid.replace('!== "valid"', '=== "unknown"')]],
    "Static types are mistaken for validation of the input.",
  ),
  schema(
    "unknown-event-accepted",
    "§6",
    [[invalid, invalid.replace('!== "valid"', '=== "invalid"')]],
    "Events of unknown types are stored for later.",
  ),
  schema(
    "unspecified-refused",
    "§6.6",
    [[invalid, invalid.replace('!== "valid"', '!== "valid" || !found.specified')]],
    "An event whose payload isn't published is refused, which loses payments.",
  ),
  schema(
    "invalid-400",
    "§6.3(5)",
    [['{ status: 422, outcome: "header-differs" }', '{ status: 409, outcome: "header-differs" }']],
    "A difference between header and body is treated as a conflict.",
  ),
  schema(
    "invalid-acknowledged",
    "§2.3",
    [['{ status: 422, outcome: "invalid" }', '{ status: 204, outcome: "invalid" }']],
    "Invalid events are silently dropped, to stop the sender's retries.",
  ),
  normalized(
    "null-as-absent",
    "§2.4",
    "JSON.parse(JSON.stringify(event, (_, value) => value ?? undefined))",
    "Nulls are removed before validation.",
  ),
  normalized(
    "version-coerced",
    "§2.2",
    "{ ...event, schema_version: String(event.schema_version) }",
    "The validator converts types.",
  ),
  normalized(
    "version-integer-coerced",
    "§2.2",
    'JSON.parse(JSON.stringify(event), (key, value) => (key === "resource_version" ? value || 1 : value))',
    "Zero is replaced by a default.",
  ),
  schema(
    "additive-refused",
    "§2.4",
    [[validate, "const found = validateEvent(event, { strict: true });"]],
    "The schema allows no unknown fields, so events with a new field are lost.",
  ),
  normalized(
    "status-unmatched",
    "§6.5",
    'event.event_type.startsWith("oem.subscription.") && event.event_type.endsWith(".v1") ? { ...event, event_type: "oem.subscription.payment_method_updated.v1" } : event',
    "One schema is used for all subscription events, regardless of the status that each requires.",
  ),
  normalized(
    "major-ignored",
    "§9",
    'typeof event.event_type === "string" ? { ...event, event_type: event.event_type.replace(/v\\d+$/, "v1") } : event',
    "The version at the end of a name is ignored.",
  ),
  normalized(
    "major-optional",
    "§9",
    "/\\.v\\d+$/.test(event.event_type) ? event : { ...event, event_type: `${event.event_type}.v1` }",
    "A name without a version is treated as the first version.",
  ),
  normalized(
    "type-case-ignored",
    "§6",
    "{ ...event, event_type: event.event_type.toLowerCase() }",
    "Names are compared case-insensitively.",
  ),
  schema(
    "prototype-supplies-field",
    "§2.3",
    [
      [
        validate,
        "const copied = copy(event);\n    for (const key in copied.data) copied.data[key] = copied.data[key];\n    const found = validateEvent(copied);",
      ],
      [callbackAnswer, `${copy}\n${callbackAnswer}`],
    ],
    "Objects are copied by assignment, which sets the prototype for `__proto__`, and inherited fields are then made their own.",
  ),
  schema(
    "rules-unchecked",
    "§2.2",
    [
      [
        invalid,
        'if (found.kind === "unknown" || found.errors?.some(({ keyword }) => keyword !== "x-rules")) return { status: 422, outcome: "invalid" };\n    found.specified ??= true;',
      ],
    ],
    "JSON Schema can't compare fields, and no other code checks the rules between them.",
  ),
  {
    name: "prototype-polluted",
    clause: "§2.3",
    mistake: "Objects are merged key by key, which modifies the prototype of all objects.",
    // The modified prototype affects other cases, depending on their order.
    only: ["6.2/proto-left-behind"],
    edits: {
      webhook: [
        [validate, "const found = validateEvent(merge({}, event));"],
        [callbackAnswer, `${merge}\n${callbackAnswer}`],
      ],
    },
  },
  schema(
    "header-id-unchecked",
    "§6.3(5)",
    [[headers, "event.event_type !== request.eventType"]],
    "Headers are assumed to be only for routing.",
  ),
  schema(
    "header-type-unchecked",
    "§6.3(5)",
    [[headers, "event.event_id !== request.eventId"]],
    "Headers are assumed to be only for routing.",
  ),
  schema(
    "header-case-ignored",
    "§6.3(5)",
    [
      [
        "event.event_type !== request.eventType",
        'event.event_type.split(".v")[0] !== request.eventType.split(".v")[0]',
      ],
    ],
    "Names are compared without their version.",
  ),
  schema(
    "binding-unchecked",
    "§6.3(5)",
    [[bound, "false"]],
    "The secret is assumed to identify the owner of the event.",
  ),
  binding(
    "application-unchecked",
    "§6.3(5)",
    [["data.open_platform_application_id === application &&", ""]],
    "One endpoint serves several applications, and the application isn't compared.",
  ),
  binding(
    "environment-unchecked",
    "§6.3(5)",
    [["data.environment === environment &&", ""]],
    "Each environment is assumed to have its own endpoint.",
  ),
  binding(
    "organization-unchecked",
    "§6.3(5)",
    [["    data.organization_id === organization &&\n    tenant_id === organization &&\n", ""]],
    "Any customer's event is accepted.",
  ),
  binding(
    "product-unchecked",
    "§6.3(5)",
    [["data.product_code === product", "product !== null"]],
    "Any product's event is accepted.",
  ),
  binding(
    "application-optional",
    "§2.4",
    [
      [
        "data.open_platform_application_id === application",
        "(data.open_platform_application_id ?? application) === application",
      ],
    ],
    "The field is optional in the table, so a missing one is accepted.",
  ),
  binding(
    "environment-optional",
    "§2.4",
    [["data.environment === environment", "(data.environment ?? environment) === environment"]],
    "The field is optional in the table, so a missing one is accepted.",
  ),
  binding(
    "slug-for-application",
    "§2.4",
    [
      [
        "data.open_platform_application_id === application",
        "(data.open_platform_application_id === application || data.application_slug === application)",
      ],
    ],
    "The display name is compared instead of the id.",
  ),
  {
    name: "product-tenant-for-organization",
    clause: "§2.4",
    mistake: "The customer's tenant in the product is used as the organization.",
    edits: {
      webhook: [
        [
          validate,
          "event.data && (event.data.organization_id ??= event.data.product_tenant_id);\n    const found = validateEvent(event);",
        ],
      ],
    },
  },
  schema(
    "binding-of-subscriptions-only",
    "§6.6",
    [[bound, `event.event_type.startsWith("oem.subscription.") && ${bound}`]],
    "The binding is only compared for subscription events.",
  ),
  normalized(
    "schema-version-ignored",
    "§2.4",
    '{ ...event, schema_version: event.schema_version && "1" }',
    "The version of the envelope isn't checked.",
  ),
  schema(
    "binding-not-of-access",
    "§6.6(2)",
    [[bound, `event.event_type !== "oem.access_context.changed.v1" && ${bound}`]],
    "The binding is only compared for the events that the first version of the receiver supported.",
  ),
  schema(
    "binding-of-tests",
    "§6.7",
    [["!test && !isBound", "!isBound"]],
    "The synthetic ids of a test event are compared like real ones.",
  ),
  schema(
    "binding-401",
    "§6.3(5)",
    [['{ status: 422, outcome: "not-ours" }', '{ status: 401, outcome: "not-ours" }']],
    "An event of another application is treated as unauthenticated.",
  ),
];
