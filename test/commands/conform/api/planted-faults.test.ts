import { describe, expect, it } from "vitest";
import { faults } from "../../../support/api-servers/faults/all.js";
import type { Fault } from "../../../support/api-servers/faults/fault.js";
import { serverNames } from "../../../support/api-servers/start-server.js";
import { askedElsewhere, runPlanted } from "../../../support/commands/conform/api/planted.js";
import { failures } from "../../../support/commands/conform/api/run-shop.js";

/** For each question the fault of a server that somebody else wrote, and the case that finds it; those of the shop aren't repeated. */
const found: Readonly<Record<string, string>> = {
  "fastify-cancelled-twice": "action-twice/cancelBooking",
  "fastify-name-not-unique": "conflict/createRoom",
  "fastify-double-booking": "conflict/createBooking",
  "fastify-own-name-taken": "put-same/replaceRoom",
  "fastify-if-match-optional": "refused/replaceRoom/header/If-Match/required",
  "fastify-price-multiple": "refused/createRoom/body/hourlyPrice/multipleOf",
  "fastify-foreign-cursor": "odd-query/listRooms/after",
  "fastify-reader-deletes": "reader/deleteRoom/reader",
  "fastify-bookings-of-others": "foreign/getBooking",
  "fastify-equipment-first": "several-values/listRooms/equipment",
  "fastify-capacity-filter": "matches/listRooms/minCapacity",
  "fastify-from-as-text": "same-instant/listBookings/from",
  "fastify-page-order": "pages/listRooms",
  "fastify-delete-cancels": "method/bookings/{bookingId}/DELETE",
  "express-codes-empty": "refused/createOrder/body/payment/codes/minItems/alternative-*",
  "express-rating-limits": "refused/createProduct/body/rating/maximum",
  "express-one-catalogue": "foreign/deleteProduct",
  "express-key-alone": "idempotency-key-reused/createOrder",
  "express-key-across-tenants": "idempotency-key-foreign/createOrder",
  "express-labels-replaced": "merge-patch/patchOrder/inner",
  "express-patch-null-kept": "merge-patch/patchOrder/null",
  "express-delete-in-use": "in-use/deleteProduct/createOrder",
  "express-status-403": "credential-missing/listProducts",
  "express-accept-ignored": "accept/listProducts",
  "express-too-large-500": "huge-body/createProduct",
  "express-page-overlap": "pages/listProducts",
  "express-links-drop-filter": "page-links/listProducts/kept",
  "express-max-price-ignored": "matches/listProducts/maxPrice",
  "express-sort-ascending": "sorting/listProducts/sort/-price",
  "python-lead-first": "accepted/createArticle/body/lead/oneOf/2",
  "python-bytes-counted": "accepted/createArticle/body/title/maxLength/letters",
  "python-nan-accepted": "malformed/createArticle/nan",
  "python-put-elsewhere": "put-creates/putArticle",
  "python-etag-of-revision": "etag-reborn/putArticle",
  "python-create-only-ignored": "create-only/putArticle",
  "python-304-without-tag": "none-match/getArticle/etag",
  "python-search-case": "search/listArticles/q",
  "python-archived-patched": "state/patchArticle/archived",
  "python-published-deleted": "state/deleteArticle/published",
};

/** Faults of the same servers for questions that none of theirs is about. */
const further: readonly (readonly [fault: Fault, glob: string])[] = [
  [
    {
      id: "room-deleted-unread",
      server: "fastify",
      kind: "conditional",
      severity: "grave",
      what: "`DELETE` ignores `If-Match`.",
      replace: [
        'params.roomId);\n    checkIfMatch(headers["if-match"], entityTag(room));\n    const bookings',
        "params.roomId);\n    const bookings",
      ],
    },
    "if-match-delete/deleteRoom",
  ],
  [
    {
      id: "range-reversed",
      server: "fastify",
      kind: "filter",
      severity: "medium",
      what: "`from` has the bookings before it.",
      replace: [
        "parseTime(booking.fields.end) > parseTime(query.from)",
        "parseTime(booking.fields.end) < parseTime(query.from)",
      ],
    },
    "time-range/listBookings/from",
  ],
  [
    {
      id: "products-of-others",
      server: "express",
      kind: "tenancy",
      severity: "grave",
      what: "Products of other shops can be ordered.",
      replace: [
        "const { products, orders, answers } = tenants.get(tenant);",
        "const { orders, answers } = tenants.get(tenant);\n    const products = new Map([...tenants.values()].flatMap((each) => [...each.products]));",
      ],
    },
    "foreign-reference/createOrder/product",
  ],
  [
    {
      id: "total-of-all-shops",
      server: "express",
      kind: "tenancy",
      severity: "medium",
      what: "The total counts the products of all shops.",
      replace: [
        "return { status: 200, headers, body: items.map(shownProduct) };",
        'headers["x-total-count"] = String([...tenants.values()].reduce((sum, each) => sum + each.products.size, 0));\n    return { status: 200, headers, body: items.map(shownProduct) };',
      ],
    },
    "foreign-total/listProducts",
  ],
];

describe("a correct server of somebody else", () => {
  it("has no finding, every operation is reached, and every check is tried by one of them", async () => {
    const tried = new Set<string>();
    for (const name of serverNames) {
      const report = await runPlanted(name, undefined);
      expect(failures(report)).toEqual([]);
      expect(report.conforms).toBe(true);
      const { operations = [] } = report.subject as { operations?: readonly { reached: boolean }[] };
      expect(operations.filter(({ reached }) => !reached)).toEqual([]);
      for (const { id, state } of report.coverage.clauses) if (state !== "untried") tried.add(id);
    }
    expect(askedElsewhere.filter((id) => !tried.has(id))).toEqual([]);
  });
});

/** The level at which a fault is found by one case. */
async function expectFound(fault: Fault, glob: string): Promise<void> {
  const { results, conforms } = await runPlanted(fault.server, fault, [glob]);
  const failed = results.filter(({ result }) => result === "failed");
  expect(failed.map(({ level }) => level)).toContain("must");
  expect(conforms).toBe(false);
}

describe("a planted fault", () => {
  it.each(Object.entries(found))("%s fails %s", async (id, glob) => {
    const fault = faults.find((each) => each.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    await expectFound(fault, glob);
  });

  it.each(further.map(([fault, glob]) => [fault.id, glob, fault] as const))("%s fails %s", (_, glob, fault) =>
    expectFound(fault, glob),
  );
});
