import type { Edit, Mutant } from "./mutant.js";

const commit = "outcome = await inbox.commit({ event, deliveryId, correlationId, test });";
const known = "const known = records.get(id);";
const known204 =
  'if (known !== undefined) return contentOf(known.event) === contentOf(record.event) ? "same" : "other";';
const found = "find: (id) => (records.has(id) ? [records.get(id)] : []),";
const findAll = "find: (id) => [...records.values()].filter(({ event }) => event.event_id === id),";
const down = '{ status: 503, outcome: "inbox-down" }';

const webhook = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { webhook: edits },
});

const store = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { inbox: edits },
});

const stored = (name: string, clause: string, event: string, mistake: string): Mutant =>
  webhook(name, clause, [[commit, commit.replace("{ event,", `{ event: ${event},`)]], mistake);

export const inboxMutants: readonly Mutant[] = [
  webhook(
    "inbox-absent",
    "§6.3(6)",
    [[commit, 'outcome = "new";']],
    "The event is only kept in memory when it is acknowledged, so a restart loses it.",
  ),
  webhook(
    "inbox-down-500",
    "§6.3(6)",
    [[down, '{ status: 500, outcome: "inbox-down" }']],
    "The database's error isn't caught, and the framework answers.",
  ),
  webhook(
    "inbox-down-422",
    "§6.3(6)",
    [[down, '{ status: 422, outcome: "inbox-down" }']],
    "Every error gets the same answer, and the sender doesn't retry after 422.",
  ),
  webhook(
    "answer-before-commit",
    "§6.3(6)",
    [
      [
        commit,
        'outcome = "new";\n      inbox.commit({ event, deliveryId, correlationId, test }).catch(() => {});',
      ],
    ],
    "The answer is sent immediately, and the event is stored afterwards.",
  ),
  webhook(
    "stored-before-validation",
    "§6.3(5)",
    [
      [
        "const found = validateEvent(event);",
        "await inbox.commit({ event, deliveryId, correlationId: null, test: false }).catch(() => {});\n    const found = validateEvent(event);",
      ],
    ],
    "Every authentic delivery is stored first and validated later.",
  ),
  webhook(
    "stored-before-token",
    "§6.3(4)",
    [
      [
        'if (typeof token !== "string"',
        'await inbox.commit({ event, deliveryId: request.deliveryId, correlationId: event.correlation_id ?? null, test: false }).catch(() => {});\n    if (typeof token !== "string"',
      ],
    ],
    "Every signed delivery is stored first and checked later.",
  ),
  stored(
    "additive-dropped",
    "§2.4",
    '{ ...event, data: Object.fromEntries(Object.entries(event.data ?? {}).filter(([key]) => key !== "added_later")) }',
    "A typed object is stored, which only has the known fields.",
  ),
  stored(
    "missing-as-null",
    "§2.4",
    "{ ...event, data: { order_id: null, billing_mode: null, ...event.data } }",
    "The columns of a table are null for fields that weren't sent.",
  ),
  stored(
    "missing-as-default",
    "§2.4",
    "{ ...event, data: { cancel_at_period_end: false, ...event.data } }",
    "A typed object fills in defaults.",
  ),
  stored(
    "dates-rewritten",
    "§6.3(6)",
    "{ ...event, ...(event.occurred_at && { occurred_at: new Date(event.occurred_at).toISOString() }) }",
    "Dates are converted to a date type and stored in another format.",
  ),
  stored(
    "text-trimmed",
    "§6.3(6)",
    'JSON.parse(JSON.stringify(event), (_, value) => (typeof value === "string" ? value.trim() : value))',
    "Middleware trims every string.",
  ),
  webhook(
    "delivery-id-lost",
    "§6.3(6)",
    [[commit, commit.replace("deliveryId", 'deliveryId: "unknown"')]],
    "Only the event is stored.",
  ),
  webhook(
    "correlation-id-lost",
    "§6.3(6)",
    [[commit, commit.replace("correlationId", "correlationId: deliveryId")]],
    "One id is considered sufficient for tracing.",
  ),
  store(
    "dedupe-by-delivery",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = record.deliveryId;"],
      [found, findAll],
    ],
    "The delivery id is used as the key of an event.",
  ),
  store(
    "dedupe-by-correlation",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = record.correlationId ?? record.event.event_id;"],
      [found, findAll],
    ],
    "The correlation id is used as the key of an event.",
  ),
  store(
    "dedupe-by-content",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = contentOf({ ...record.event, event_id: 0 });"],
      [known204, 'if (known !== undefined) return "same";'],
      [found, findAll],
    ],
    "A hash of the content is used as the key, so two events with the same content are one.",
  ),
  store(
    "dedupe-absent",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = Symbol();"],
      [found, findAll],
    ],
    "The table has no unique key.",
  ),
  {
    ...store(
      "dedupe-not-atomic",
      "§6.4",
      [
        [known, `${known}\n      await new Promise((resolve) => setTimeout(resolve, 100));`],
        ["records.set(id, record);", "records.set(records.has(id) ? Symbol() : id, record);"],
        [found, findAll],
      ],
      "The table is read first and written afterwards, without a unique key.",
    ),
    only: ["6.4/duplicates-at-once"],
  },
  store(
    "duplicate-overwrites",
    "§6.4",
    [[known, `${known}\n      if (known) records.set(id, record);`]],
    "An upsert replaces the first record.",
  ),
  webhook(
    "duplicate-409",
    "§6.4",
    [
      [
        'if (outcome === "other")',
        'if (outcome === "same") return { status: 409, outcome };\n    if (outcome === "other")',
      ],
    ],
    "A duplicate is treated as a conflict.",
  ),
  webhook(
    "duplicate-body",
    "§6.3(7)",
    [
      [
        "return { status: 204, outcome };",
        'return outcome === "same" ? { status: 200, body: "already received", outcome } : { status: 204, outcome };',
      ],
    ],
    "The answer to a duplicate has a body.",
  ),
  store(
    "content-by-order",
    "§6.4",
    [
      [
        known204,
        'if (known !== undefined) return JSON.stringify(known.event) === JSON.stringify(record.event) ? "same" : "other";',
      ],
    ],
    "Events are compared as text, so the order of members matters.",
  ),
  store(
    "other-content-accepted",
    "§6.4",
    [[known204, 'if (known !== undefined) return "same";']],
    "An event with a known id is treated as a duplicate, whatever its content.",
  ),
  store(
    "other-content-overwrites",
    "§6.4",
    [
      [
        known204,
        `if (known !== undefined && contentOf(known.event) === contentOf(record.event)) return "same";`,
      ],
    ],
    "The newest content of an event replaces the first one.",
  ),
  webhook(
    "answer-200",
    "§6.3(7)",
    [["return { status: 204, outcome };", "return { status: 200, outcome };"]],
    "The framework's default status isn't changed.",
  ),
  webhook(
    "answer-body",
    "§6.3(7)",
    [
      [
        "return { status: 204, outcome };",
        'return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ received: true }), outcome };',
      ],
    ],
    "Other platforms expect a body.",
  ),
  webhook(
    "answer-202",
    "§7.1",
    [["return { status: 204, outcome };", "return { status: 202, outcome };"]],
    "The event isn't handled yet, so 202 (Accepted) seems appropriate.",
  ),
];
