import { type Fault, faultsIn } from "../fault.js";

/** Pages and filters. */
export const pythonLists: readonly Fault[] = faultsIn("python", [
  {
    id: "python-offset-negative",
    kind: "pagination",
    severity: "medium",
    what: "A negative offset is accepted, and shows items from the end.",
    replace: ['"offset": Whole(0, 10_000)', '"offset": Whole(-10_000, 10_000)'],
  },
  {
    id: "python-page-shifted",
    kind: "pagination",
    severity: "grave",
    what: "Pages after the first one begin one item late.",
    replace: ["items[offset : offset + limit]", "items[offset + (offset > 0) : offset + limit]"],
  },
  {
    id: "python-total-of-page",
    kind: "pagination",
    severity: "medium",
    what: "The total counts the items of the page.",
    replace: ['"total": len(items)', '"total": len(items[offset : offset + limit])'],
  },
  {
    id: "python-state-ignored",
    kind: "filter",
    severity: "medium",
    what: "A filter by state is ignored.",
    replace: [
      'if query.get("state", article["state"]) == article["state"]',
      'if query.get("state", article["state"])',
    ],
  },
  {
    id: "python-search-case",
    kind: "filter",
    severity: "slight",
    what: "A search distinguishes upper and lower case.",
    replace: [
      'words in article["content"]["title"].lower()',
      'query.get("q", "") in article["content"]["title"]',
    ],
  },
  {
    id: "python-since-offset",
    kind: "filter",
    severity: "medium",
    what: "The offset of a time is read with the wrong sign.",
    replace: ['minutes=-shift if sign == "-" else shift', 'minutes=shift if sign == "-" else -shift'],
  },
]);
