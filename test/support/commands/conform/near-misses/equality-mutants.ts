// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
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
    near: ["*/near/linked/resource-is-subscription-*", "6.5/oem.subscription.activated.v1/missing-*"],
  },
  {
    name: "resource-id-of-data",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const linked = event.data?.id !== undefined && ${equal}(event.data.id, event.resource_id);\n` +
      "    const found = validateEvent(linked ? { ...event, data: { ...event.data, id: event.resource_id } } : event);",
    near: ["*/near/linked/resource-is-subscription-*", "6.5/oem.subscription.activated.v1/missing-*"],
  },
  {
    name: "schema-version",
    file: "webhook",
    from: found,
    to: (equal) =>
      `const found = validateEvent(${equal}(event.schema_version, "1") ? { ...event, schema_version: "1" } : event);`,
    near: ["*/near/constant/*", "6.5/oem.subscription.activated.v1/missing-*"],
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

const ascii = "The right text is ASCII, and no other text turns into ASCII by this normalization.";
const carried = "HTTP trims the value of a header, and allows no line ends and no NUL in it.";
const typed = "The schema requires text, so other values are refused before or after.";
const present = "A header without a value is refused before.";
const named = "The name in the header would have to differ in the same way, and a header can't carry that.";
const digit = "Of a text of one digit, this leaves nothing out.";
const bytes =
  "A header carries bytes: nothing that is sent in it as UTF-8 turns into the right text by this.";

const spaces = [
  "trim-given",
  "trim-start",
  "trim-end",
  "trim-ascii",
  "chomp",
  "cut-at-nul",
  "first-line",
  "multi-line-pattern",
];
const values = ["loose", "coerced", "in-template", "first-of-array", "in-array", "value-of"];
const missing = ["falsy-passes", "null-passes", "missing-passes", "empty-passes"];

const because = (reason: string, place: string, names: readonly string[]): Equivalents =>
  Object.fromEntries(names.map((name) => [`${place}-${name}`, reason]));

/** Comparisons that are exact where they stand. */
export const equalityEquivalents: Equivalents = {
  ...because(ascii, "token", ["nfc", "nfd"]),
  ...because(ascii, "event-id", ["nfc", "nfd"]),
  ...because(typed, "event-id", [...values, "null-passes", "missing-passes"]),
  ...because(carried, "event-id-header", spaces),
  ...because(typed, "event-id-header", values),
  ...because(present, "event-id-header", missing),
  ...because(carried, "event-type-header", spaces),
  ...because(typed, "event-type-header", values),
  ...because(present, "event-type-header", missing),
  ...because(named, "event-name", [...spaces, "trim-both", ...missing]),
  ...because(ascii, "event-name", ["nfc", "nfd"]),
  ...because(typed, "event-name", values),
  ...because(ascii, "application", ["nfc", "nfd"]),
  ...because(typed, "application", values),
  ...because(ascii, "product", ["nfc", "nfd"]),
  ...because(typed, "product", [...values, "null-passes", "missing-passes"]),
  ...because(ascii, "organization", ["nfc", "nfd"]),
  ...because(typed, "organization", [...values, "null-passes", "missing-passes"]),
  ...because("The comparison is made only if there is such a field.", "resource-id-of-data", [
    "missing-passes",
  ]),
  ...because(ascii, "schema-version", ["nfc", "nfd"]),
  ...because(digit, "schema-version", [
    "lower-case",
    "upper-case",
    "first-eight",
    "last-eight",
    "every-second",
    "same-characters",
    "same-sum",
    "zero-accumulator",
    "insensitive-pattern",
  ]),
  ...because(carried, "signature", [...spaces, "trim-both"]),
  ...because(bytes, "signature", [
    "nfc",
    "nfd",
    "nfkc",
    "nfkd",
    "no-accents",
    "locale",
    "ascii-only",
    "low-bytes",
  ]),
  ...because(typed, "signature", values),
  ...because(present, "signature", missing),
};
