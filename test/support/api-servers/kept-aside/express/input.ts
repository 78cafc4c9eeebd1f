import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const expressInput: readonly Fault[] = faultsIn("express", [
  {
    id: "express-name-short",
    kind: "validation",
    severity: "slight",
    what: "The shortest name is off by one.",
    replace: ["minLength: 3, maxLength: 80", "minLength: 2, maxLength: 80"],
  },
  {
    id: "express-amount-zero",
    kind: "validation",
    severity: "medium",
    what: "`exclusiveMinimum` of an amount is ignored: things may cost nothing.",
    replace: ["minimum: 0, exclusiveMinimum: true, maximum", "minimum: 0, maximum"],
  },
  {
    id: "express-tag-pattern",
    kind: "validation",
    severity: "slight",
    what: "The pattern of the items of an array isn't checked.",
    replace: [
      'items: { type: "string", pattern: "^[a-z][a-z0-9-]{0,19}$" },\n      uniqueItems',
      'items: { type: "string" },\n      uniqueItems',
    ],
  },
  {
    id: "express-types-coerced",
    kind: "validation",
    severity: "medium",
    what: "Texts are accepted as numbers, and stored as numbers.",
    replace: ["strictTypes: false }", "strictTypes: false, coerceTypes: true }"],
  },
  {
    id: "express-rating-null-refused",
    kind: "validation",
    severity: "medium",
    what: "`nullable` is ignored: null is refused.",
    replace: ["maximum: 5, nullable: true", "maximum: 5"],
  },
  {
    id: "express-quantity-zero",
    kind: "validation",
    severity: "grave",
    what: "An order of no or fewer pieces is accepted.",
    replace: [
      'quantity: { type: "integer", minimum: 1, maximum: 99 }',
      'quantity: { type: "integer", maximum: 99 }',
    ],
  },
  {
    id: "express-invoice-open",
    kind: "validation",
    severity: "slight",
    what: "One alternative of `oneOf` accepts unknown members.",
    replace: [
      'reference: { type: "string", minLength: 1, maxLength: 40 },\n  },\n  additionalProperties: false,',
      'reference: { type: "string", minLength: 1, maxLength: 40 },\n  },',
    ],
  },
  {
    id: "express-labels-many",
    kind: "validation",
    severity: "slight",
    what: "`maxProperties` of a map isn't checked.",
    replace: [
      '{ type: "string", maxLength: 60 },\n  maxProperties: 10,',
      '{ type: "string", maxLength: 60 },',
    ],
  },
  {
    id: "express-order-open",
    kind: "validation",
    severity: "grave",
    what: "A new order may have any members, so that a client can set its status.",
    replace: ["    labels,\n  },\n  additionalProperties: false,", "    labels,\n  },"],
  },
  {
    id: "express-limit-zero",
    kind: "validation",
    severity: "medium",
    what: "A page without items is accepted, and its links are wrong.",
    replace: [
      'const limit = { type: "integer", minimum: 1, maximum: 100 }',
      'const limit = { type: "integer", minimum: 0, maximum: 100 }',
    ],
  },
  {
    id: "express-malformed-as-empty",
    kind: "robustness",
    severity: "medium",
    what: "Malformed JSON is treated as an empty object.",
    replace: ['throw new Failure(400, "body_unreadable", "The body isn\'t JSON in UTF-8.");', "return {};"],
  },
]);
