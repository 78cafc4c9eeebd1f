import { type Fault, faultsIn } from "../fault.js";

/** Pages and filters. */
export const fastifyLists: readonly Fault[] = faultsIn("fastify", [
  {
    id: "fastify-page-repeats",
    kind: "pagination",
    severity: "grave",
    what: "Each page begins with the last item of the one before.",
    replace: ["serial > readCursor(after)", "serial >= readCursor(after)"],
  },
  {
    id: "fastify-limit-ignored",
    kind: "pagination",
    severity: "medium",
    what: "`limit` doesn't change how many items a page has.",
    replace: ["const items = rest.slice(0, limit);", "const items = rest.slice(0, 20);"],
  },
  {
    id: "fastify-page-order",
    kind: "pagination",
    severity: "grave",
    what: "Pages are sorted by name and continued by creation, so items are repeated and lost.",
    replace: [
      "    const { items, next } = readPage(found, query);\n    return { status: 200, body: { items: items.map(shownRoom)",
      "    found.sort((a, b) => (a.fields.name < b.fields.name ? -1 : 1));\n    const { items, next } = readPage(found, query);\n    return { status: 200, body: { items: items.map(shownRoom)",
    ],
  },
  {
    id: "fastify-floor-ignored",
    kind: "filter",
    severity: "medium",
    what: "A filter by floor is ignored.",
    replace: ["        (query.floor === undefined || room.fields.floor === query.floor) &&\n", ""],
  },
  {
    id: "fastify-capacity-filter",
    kind: "filter",
    severity: "slight",
    what: "A filter with a limit leaves out those that are exactly at it.",
    replace: ["room.fields.capacity >= query.minCapacity", "room.fields.capacity > query.minCapacity"],
  },
  {
    id: "fastify-equipment-first",
    kind: "filter",
    severity: "medium",
    what: "Of a list of wanted values only the first counts.",
    replace: ["wanted.every((each)", "wanted.slice(0, 1).every((each)"],
  },
  {
    id: "fastify-from-as-text",
    kind: "filter",
    severity: "medium",
    what: "Times with different offsets are compared as texts.",
    replace: ["parseTime(booking.fields.end) > parseTime(query.from)", "booking.fields.end > query.from"],
  },
]);
