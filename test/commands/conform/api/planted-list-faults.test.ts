import { describe, expect, it } from "vitest";
import type { Fault, ServerName } from "../../../support/api-servers/faults/fault.js";
import { runPlanted } from "../../../support/commands/conform/api/planted.js";

/** Faults of lists of the servers that somebody else wrote, and the case that finds each. */
const faults: readonly (readonly [
  server: ServerName,
  what: string,
  glob: string,
  replace: Fault["replace"],
])[] = [
  [
    "fastify",
    "takes floor 0 for none",
    "filter-values/listRooms/floor",
    ["(query.floor === undefined ||", "(!query.floor ||"],
  ],
  [
    "fastify",
    "finds bookings by their end where the contract says that they start before it",
    "filter-values/listBookings/to",
    [
      "parseTime(booking.fields.start) < parseTime(query.to)",
      "parseTime(booking.fields.end) < parseTime(query.to)",
    ],
  ],
  [
    "fastify",
    "finds the bookings of other rooms by their state",
    "filter-values/listBookings/state",
    ["booking.roomId === room.id &&", "(booking.roomId === room.id || query.state !== undefined) &&"],
  ],
  [
    "express",
    "compares amounts as texts",
    "filter-values/listProducts/maxPrice",
    ["product.price.amount <= query.maxPrice", "String(product.price.amount) <= String(query.maxPrice)"],
  ],
  [
    "express",
    "forgets the category on the second page",
    "filters-together/listProducts/category",
    ["(query.category === undefined ||", "(query.category === undefined || query.page > 1 ||"],
  ],
  [
    "express",
    "forgets the category beside an amount",
    "filters-together/listProducts/category",
    ["(query.category === undefined ||", "(query.category === undefined || query.maxPrice !== undefined ||"],
  ],
  [
    "express",
    "counts all products whatever the filter is",
    "filters-together/listProducts/category",
    [
      "return { status: 200, headers, body: items.map(shownProduct) };",
      'headers["x-total-count"] = String(tenants.get(tenant).products.size);\n    return { status: 200, headers, body: items.map(shownProduct) };',
    ],
  ],
  [
    "express",
    "still finds submitted orders as drafts",
    "filter-changes/listOrders/status",
    ["query.status.includes(status)", 'query.status.includes("draft")'],
  ],
  [
    "python",
    "searches the title that an article had first",
    "filter-changes/listArticles/q",
    [
      'and words in article["content"]["title"].lower()',
      'and words in article.setdefault("indexed", article["content"]["title"].lower())',
    ],
  ],
  [
    "python",
    "takes the creation for the last change",
    "filter-changes/listArticles/updatedSince",
    ['parse_time(article["updatedAt"]) >= since', 'parse_time(article["createdAt"]) >= since'],
  ],
  [
    "python",
    "sorts articles by their last change",
    "list-order/listArticles",
    [
      "            for article in self.articles.values()\n            if",
      '            for article in sorted(self.articles.values(), key=lambda each: each["updatedAt"])\n            if',
    ],
  ],
  [
    "express",
    "has the newest orders first",
    "list-order/listOrders",
    [
      "const found = [...tenants.get(tenant).orders.values()].filter(",
      "const found = [...tenants.get(tenant).orders.values()].reverse().filter(",
    ],
  ],
  [
    "python",
    "finds the beginnings of titles alone",
    "search-parts/listArticles/q/middle",
    [
      'and words in article["content"]["title"].lower()',
      'and article["content"]["title"].lower().startswith(words)',
    ],
  ],
  [
    "python",
    "drops punctuation from a search",
    "search-parts/listArticles/q/characters",
    ['words = query.get("q", "").lower()', 'words = re.sub(r"[^\\w ]", "", query.get("q", "").lower())'],
  ],
  [
    "python",
    "echoes offset 0 for each offset",
    "page-sizes/listArticles/echo/offset",
    ['"offset": offset,', '"offset": 0,'],
  ],
  [
    "express",
    "repeats the last page behind it",
    "page-sizes/listOrders/whole",
    ["  const start = (page - 1) * limit;", "  const start = (Math.min(page, last) - 1) * limit;"],
  ],
  [
    "fastify",
    "takes any text for a cursor",
    "page-sizes/listRooms/issued",
    ['    throw new Problem(400, "the cursor isn\'t one that this API has issued");\n', "    return 0;\n"],
  ],
  [
    "express",
    "sorts one page instead of the list",
    "sorting/listProducts/sort/price",
    [
      "if (query.sort !== undefined) found.sort(comparers[query.sort]);\n    const { items, headers } = readPage(found, query, url);",
      "const { items, headers } = readPage(found, query, url);\n    if (query.sort !== undefined) items.sort(comparers[query.sort]);",
    ],
  ],
  [
    "express",
    "sorts names without regard to case",
    "sorting/listProducts/sort/name",
    [
      "name: (a, b) => compareTexts(a.name, b.name),",
      "name: (a, b) => compareTexts(a.name.toLowerCase(), b.name.toLowerCase()),",
    ],
  ],
  [
    "express",
    "links to a page before the one before",
    "page-links/listOrders/back",
    ["Math.min(page - 1, last)", "Math.max(1, page - 2)"],
  ],
];

describe("a list", () => {
  it.each(faults)("of %s that %s fails %s", async (server, what, glob, replace) => {
    const fault: Fault = {
      id: glob.replaceAll("/", "-"),
      server,
      kind: "filter",
      severity: "medium",
      what,
      replace,
    };
    const { results, conforms } = await runPlanted(server, fault, [glob]);
    const failed = results.filter(({ result }) => result === "failed");
    expect(failed.map(({ level }) => level)).toContain("must");
    expect(conforms).toBe(false);
  });
});
