// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../fault.js";

/** Pages and filters. */
export const expressLists: readonly Fault[] = faultsIn("express", [
  {
    id: "express-page-overlap",
    kind: "pagination",
    severity: "grave",
    what: "Each page repeats the last item of the one before.",
    replace: ["const start = (page - 1) * limit;", "const start = Math.max(0, (page - 1) * limit - 1);"],
  },
  {
    id: "express-page-from-zero",
    kind: "pagination",
    severity: "grave",
    what: "Pages are counted from 0, so that the first items are never shown.",
    replace: ["const start = (page - 1) * limit;", "const start = page * limit;"],
  },
  {
    id: "express-last-page",
    kind: "pagination",
    severity: "medium",
    what: "The number of the last page is rounded down, so that it is never linked to.",
    replace: ["Math.ceil(all.length / limit)", "Math.floor(all.length / limit)"],
  },
  {
    id: "express-links-drop-filter",
    kind: "pagination",
    severity: "medium",
    what: "The links to other pages lose the filters.",
    replace: ["[...others, `page=${number}`, `limit=${limit}`]", "[`page=${number}`, `limit=${limit}`]"],
  },
  {
    id: "express-sort-ignores-case",
    kind: "filter",
    severity: "slight",
    what: "Names are sorted without regard to case, unlike documented.",
    replace: [
      "name: (a, b) => compareTexts(a.name, b.name),",
      "name: (a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()),",
    ],
  },
  {
    id: "express-sort-ascending",
    kind: "filter",
    severity: "medium",
    what: "A list in descending order is in ascending order.",
    replace: [
      '"-price": (a, b) => b.price.amount - a.price.amount',
      '"-price": (a, b) => a.price.amount - b.price.amount',
    ],
  },
  {
    id: "express-tags-any",
    kind: "filter",
    severity: "medium",
    what: "Products with one of several wanted tags are found instead of those with all.",
    replace: ["query.tags.every((tag)", "query.tags.some((tag)"],
  },
  {
    id: "express-max-price-ignored",
    kind: "filter",
    severity: "medium",
    what: "A filter by price is ignored.",
    replace: ["        (query.maxPrice === undefined || product.price.amount <= query.maxPrice) &&\n", ""],
  },
]);
