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
    "The event is handed to memory and answered; a restart loses it.",
  ),
  webhook(
    "inbox-down-500",
    "§6.3(6)",
    [[down, '{ status: 500, outcome: "inbox-down" }']],
    "The error of the database isn't caught, and the framework answers.",
  ),
  webhook(
    "inbox-down-422",
    "§6.3(6)",
    [[down, '{ status: 422, outcome: "inbox-down" }']],
    "Every error is answered alike, and what is 422 isn't sent again.",
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
    "The answer is sent at once and the event stored afterwards.",
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
    "Everything authentic is stored first and looked at later.",
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
    "Everything signed is stored first and looked at later.",
  ),
  stored(
    "additive-dropped",
    "§2.4",
    '{ ...event, data: Object.fromEntries(Object.entries(event.data ?? {}).filter(([key]) => key !== "added_later")) }',
    "A typed object is stored, which has the known fields only.",
  ),
  stored(
    "missing-as-null",
    "§2.4",
    "{ ...event, data: { order_id: null, billing_mode: null, ...event.data } }",
    "The columns of a table are null where nothing was sent.",
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
    "Dates go through a date type and come out in another form.",
  ),
  stored(
    "text-trimmed",
    "§6.3(6)",
    'JSON.parse(JSON.stringify(event), (_, value) => (typeof value === "string" ? value.trim() : value))',
    "A middleware trims every text.",
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
    "One id is thought to be enough for tracing.",
  ),
  store(
    "dedupe-by-delivery",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = record.deliveryId;"],
      [found, findAll],
    ],
    "The delivery id is taken for the key of an event.",
  ),
  store(
    "dedupe-by-correlation",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = record.correlationId ?? record.event.event_id;"],
      [found, findAll],
    ],
    "The correlation id is taken for the key of an event.",
  ),
  store(
    "dedupe-by-content",
    "§6.4",
    [
      ["const id = record.event.event_id;", "const id = contentOf({ ...record.event, event_id: 0 });"],
      [known204, 'if (known !== undefined) return "same";'],
      [found, findAll],
    ],
    "A hash of the content stands for the id, so two events with the same content are one.",
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
      "The table is asked first and written afterwards, without a unique key.",
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
    "A duplicate is taken for a conflict.",
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
    "The sender is told that the event was known.",
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
    "Events are compared as text, where the order of members counts.",
  ),
  store(
    "other-content-accepted",
    "§6.4",
    [[known204, 'if (known !== undefined) return "same";']],
    "Whoever has a known id is a duplicate, whatever it says.",
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
    "The newest content of an event wins.",
  ),
  webhook(
    "answer-200",
    "§6.3(7)",
    [["return { status: 204, outcome };", "return { status: 200, outcome };"]],
    "The framework's default status is left as it is.",
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
    "Other platforms want a body.",
  ),
  webhook(
    "answer-202",
    "§7.1",
    [["return { status: 204, outcome };", "return { status: 202, outcome };"]],
    "The work isn't done yet, so the event is only accepted.",
  ),
];
