// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source text.
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

const callbackAnswer = "/** A callback is answered with a result and recorded nowhere; §6.8. */";
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
    "Types of the language are taken for a check of what comes in.",
  ),
  schema(
    "unknown-event-accepted",
    "§6",
    [[invalid, invalid.replace('!== "valid"', '=== "invalid"')]],
    "What isn't known is stored for later.",
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
    "A difference between header and body is taken for a conflict.",
  ),
  schema(
    "invalid-acknowledged",
    "§2.3",
    [['{ status: 422, outcome: "invalid" }', '{ status: 204, outcome: "invalid" }']],
    "Invalid events are dropped quietly, to stop the sender from trying again.",
  ),
  normalized(
    "null-as-absent",
    "§2.4",
    "JSON.parse(JSON.stringify(event, (_, value) => value ?? undefined))",
    "Nulls are removed before the check.",
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
    "A default stands in for zero.",
  ),
  schema(
    "additive-refused",
    "§2.4",
    [[validate, "const found = validateEvent(event, { strict: true });"]],
    "The schema is closed, so every field that is added loses events.",
  ),
  normalized(
    "status-unmatched",
    "§6.5",
    'event.event_type.startsWith("oem.subscription.") && event.event_type.endsWith(".v1") ? { ...event, event_type: "oem.subscription.payment_method_updated.v1" } : event',
    "One schema serves all subscription events, whatever status belongs to which.",
  ),
  normalized(
    "major-ignored",
    "§9",
    'typeof event.event_type === "string" ? { ...event, event_type: event.event_type.replace(/v\\d+$/, "v1") } : event',
    "The version at the end of a name is cut off.",
  ),
  normalized(
    "major-optional",
    "§9",
    "/\\.v\\d+$/.test(event.event_type) ? event : { ...event, event_type: `${event.event_type}.v1` }",
    "A name without a version is taken for the first version.",
  ),
  normalized(
    "type-case-ignored",
    "§6",
    "{ ...event, event_type: event.event_type.toLowerCase() }",
    "Names are compared whatever their case.",
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
    "Objects are copied by assignment, which makes `__proto__` their prototype, and then spread out.",
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
    "JSON Schema can't compare fields, and nobody wrote the rest.",
  ),
  {
    name: "prototype-polluted",
    clause: "§2.3",
    mistake: "Objects are merged key by key, which writes to the prototype of all objects.",
    // What is left behind in the process changes other cases, depending on their order.
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
    "Headers are thought to be for routing only.",
  ),
  schema(
    "header-type-unchecked",
    "§6.3(5)",
    [[headers, "event.event_id !== request.eventId"]],
    "Headers are thought to be for routing only.",
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
    "The secret is thought to tell whose event it is.",
  ),
  binding(
    "application-unchecked",
    "§6.3(5)",
    [["data.open_platform_application_id === application &&", ""]],
    "One endpoint serves several applications, and nobody compares which.",
  ),
  binding(
    "environment-unchecked",
    "§6.3(5)",
    [["data.environment === environment &&", ""]],
    "Each environment is thought to have its own endpoint.",
  ),
  binding(
    "organization-unchecked",
    "§6.3(5)",
    [["    data.organization_id === organization &&\n    tenant_id === organization &&\n", ""]],
    "Any customer's event is let through.",
  ),
  binding(
    "product-unchecked",
    "§6.3(5)",
    [["data.product_code === product", "product !== null"]],
    "Any product's event is let through.",
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
    "The field is optional in the table, so its absence passes.",
  ),
  binding(
    "environment-optional",
    "§2.4",
    [["data.environment === environment", "(data.environment ?? environment) === environment"]],
    "The field is optional in the table, so its absence passes.",
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
    "A display name stands in for the id.",
  ),
  {
    name: "product-tenant-for-organization",
    clause: "§2.4",
    mistake: "The customer's tenant in the product is taken for the organization.",
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
    "The binding is compared for subscription events only.",
  ),
  normalized(
    "schema-version-ignored",
    "§2.4",
    '{ ...event, schema_version: event.schema_version && "1" }',
    "The version of the envelope is never looked at.",
  ),
  schema(
    "binding-not-of-access",
    "§6.6(2)",
    [[bound, `event.event_type !== "oem.access_context.changed.v1" && ${bound}`]],
    "The binding is compared for what the first version of the receiver knew.",
  ),
  schema(
    "binding-of-tests",
    "§6.7",
    [["!test && !isBound", "!isBound"]],
    "The synthetic ids of a test are compared like real ones.",
  ),
  schema(
    "binding-401",
    "§6.3(5)",
    [['{ status: 422, outcome: "not-ours" }', '{ status: 401, outcome: "not-ours" }']],
    "Somebody else's event is taken for unauthenticated.",
  ),
];
