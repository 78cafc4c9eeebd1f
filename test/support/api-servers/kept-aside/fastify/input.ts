import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const fastifyInput: readonly Fault[] = faultsIn("fastify", [
  {
    id: "fastify-capacity-zero",
    kind: "validation",
    severity: "medium",
    what: "The smallest capacity is off by one.",
    replace: ['  capacity: { type: "integer", minimum: 1,', '  capacity: { type: "integer", minimum: 0,'],
  },
  {
    id: "fastify-price-negative",
    kind: "validation",
    severity: "medium",
    what: "A negative price is accepted.",
    replace: ['hourlyPrice: { type: "number", minimum: 0, ', 'hourlyPrice: { type: "number", '],
  },
  {
    id: "fastify-equipment-any",
    kind: "validation",
    severity: "medium",
    what: "The items of an array aren't checked against their `enum`.",
    replace: [
      'items: { type: "string", enum: equipment }, uniqueItems: true, maxItems: 5 },\n  hourlyPrice',
      'items: { type: "string" }, uniqueItems: true, maxItems: 5 },\n  hourlyPrice',
    ],
  },
  {
    id: "fastify-phone-unanchored",
    kind: "validation",
    severity: "slight",
    what: "The pattern of a phone number has lost its anchors.",
    replace: [
      'phone: { type: "string", pattern: "^\\\\+[1-9][0-9]{6,14}$" }',
      'phone: { type: "string", pattern: "\\\\+[1-9][0-9]{6,14}" }',
    ],
  },
  {
    id: "fastify-types-coerced",
    kind: "validation",
    severity: "medium",
    what: "Numbers and booleans in bodies may be texts.",
    replace: [
      "strict: true, allowUnionTypes: true",
      "strict: true, allowUnionTypes: true, coerceTypes: true",
    ],
  },
  {
    id: "fastify-guests-many",
    kind: "validation",
    severity: "slight",
    what: "`maxItems` of an array isn't checked.",
    replace: ['Guest" }, maxItems: 10 }', 'Guest" } }'],
  },
  {
    id: "fastify-private-any-type",
    kind: "validation",
    severity: "medium",
    what: "A boolean may have any type, and comes back as it was.",
    replace: ['private: { type: "boolean" }', "private: {}"],
  },
  {
    id: "fastify-patch-empty",
    kind: "validation",
    severity: "slight",
    what: "A patch without members is accepted in spite of `minProperties`.",
    replace: ["  minProperties: 1,\n", ""],
  },
  {
    id: "fastify-malformed-500",
    kind: "robustness",
    severity: "medium",
    what: "Malformed JSON gets 500.",
    replace: [
      '  } catch {\n    done(new Problem(400, "the body isn\'t JSON in UTF-8"));',
      '  } catch {\n    done(new Error("the body can\'t be parsed"));',
    ],
  },
  {
    id: "fastify-id-case",
    kind: "encoding",
    severity: "slight",
    what: "A UUID in upper case names nothing.",
    replace: ["return text.toLowerCase();", "return text;"],
  },
]);
