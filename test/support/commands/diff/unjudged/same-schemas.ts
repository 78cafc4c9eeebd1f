import type { SameMeaning } from "./outcomes.js";

/** What may change in the schema file of 2020-12. */
export const sameSchema: readonly SameMeaning[] = [
  { because: "It is the default dialect.", mutations: ["/$schema removed"] },
  {
    because: "`id` is required anyway.",
    mutations: [
      "/dependentRequired removed",
      "/dependentRequired/text removed",
      "/dependentRequired/text/0 removed",
      "/minProperties removed",
    ],
  },
];

/** What may change in the schema files of draft-06 and draft-07. */
export const sameDraft: readonly SameMeaning[] = [
  {
    because: "`id` is required anyway.",
    mutations: ["/dependencies/text removed", "/dependencies/text/0 removed"],
  },
];

/** What may change in the schema file of 2019-09. */
export const same201909: readonly SameMeaning[] = [
  {
    because: "`id` is required anyway.",
    mutations: [
      "/dependentRequired removed",
      "/dependentRequired/text removed",
      "/dependentRequired/text/0 removed",
    ],
  },
  {
    because: "The keyword has one value, `#`, and any other is read like it.",
    mutations: ["/properties/self/$recursiveRef changed"],
  },
];
