// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Edit, Mutant } from "./mutant.js";

const apply =
  'if (outcome === "new" && found.specified && !test) setImmediate(() => resources.apply(event));';
const keep = "if (version > applied) pending.add(version);";
const drain = "while (pending.delete(next + 1)) next += 1;";

const order = (name: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause: "§6.4",
  mistake,
  edits: { resources: edits },
});

export const orderingMutants: readonly Mutant[] = [
  order(
    "gap-dropped",
    [[keep, "if (version === applied + 1) pending.add(version);"]],
    "A version that isn't the next one is dropped in the wrong belief that it will be sent again.",
  ),
  order(
    "gap-applied",
    [[drain, "for (const each of pending) next = Math.max(next, each);\n      pending.clear();"]],
    "The newest version is applied, and is assumed to include the missing ones.",
  ),
  order(
    "gap-closed-by-one",
    [[drain, "if (pending.delete(next + 1)) next += 1;"]],
    "Only the received version is applied, but not those that waited for it.",
  ),
  order(
    "stale-applied",
    [
      [
        "states.set(key, { applied: next, pending });",
        "states.set(key, { applied: version < applied ? version : next, pending });",
      ],
    ],
    "The last event to arrive is assumed to be the newest.",
  ),
  order(
    "any-version-applied",
    [
      [keep, ""],
      [drain, "next = version;"],
    ],
    "Events are applied as they arrive.",
  ),
  order(
    "stale-kept-pending",
    [[keep, "if (version !== applied) pending.add(version);"]],
    "Every version that isn't the next one waits, so an old version waits forever.",
  ),
  order(
    "first-version-taken",
    [["let next = applied;", "let next = applied || version - 1;"]],
    "The first version received is assumed to be the start.",
  ),
  {
    ...order(
      "one-order-for-all",
      [
        ["const key = `${familyOf(event.event_type)} ${event.resource_id}`;", 'const key = "all";'],
        [
          'const key = [...states.keys()].find((each) => each.slice(each.indexOf(" ") + 1) === id);',
          'const key = "all";',
        ],
      ],
      "All resources share one counter.",
    ),
    // The other cases run concurrently and would share the counter.
    only: ["6.4/resources-apart"],
  },
  order(
    "order-by-event-name",
    [['type.startsWith("oem.subscription.") ? "subscription" : type', "type"]],
    "Each event type has its own counter, although they share the resource's versions.",
  ),
  order(
    "next-lost-when-waiting",
    [
      [
        keep,
        "if (version > applied && (pending.size === 0 || version === applied + 1)) pending.add(version);",
      ],
    ],
    "Only one waiting version is kept.",
  ),
  {
    name: "gap-refused",
    clause: "§7.1",
    mistake: "A version that isn't the next one is refused in the wrong belief that it will be sent again.",
    edits: {
      webhook: [
        [
          "    let outcome;\n",
          '    if (event.resource_version > (resources.find(event.resource_id).applied_version ?? 0) + 1) return { status: 422, outcome: "gap" };\n    let outcome;\n',
        ],
      ],
    },
  },
  {
    name: "gap-503",
    clause: "§7.1",
    mistake: "A gap is answered with an error that causes retries, until the attempts are exhausted.",
    edits: {
      webhook: [
        [
          "    let outcome;\n",
          '    if (event.resource_version > (resources.find(event.resource_id).applied_version ?? 0) + 1) return { status: 503, outcome: "gap" };\n    let outcome;\n',
        ],
      ],
    },
  },
  {
    name: "stale-refused",
    clause: "§6.4",
    mistake: "An old version is refused instead of recorded.",
    edits: {
      webhook: [
        [
          "    let outcome;\n",
          '    if (event.resource_version <= (resources.find(event.resource_id).applied_version ?? 0)) return { status: 422, outcome: "old" };\n    let outcome;\n',
        ],
      ],
    },
  },
  {
    name: "handled-before-commit",
    clause: "§6.4",
    mistake: "The handler runs first, and the event is only stored if it succeeds.",
    edits: {
      webhook: [
        [apply, ""],
        [
          "    let outcome;\n",
          "    if (found.specified && !test) resources.apply(event);\n    let outcome;\n",
        ],
      ],
    },
  },
  {
    name: "handled-before-validation",
    clause: "§6.4",
    mistake: "The handler receives every authentic event, valid or not.",
    edits: {
      webhook: [
        [apply, ""],
        [
          "    const found = validateEvent(event);\n",
          '    const found = validateEvent(event);\n    if (found.kind !== "unknown" && !event.event_id.startsWith("evt_webhook_test_")) resources.apply(event);\n',
        ],
      ],
    },
  },
  {
    name: "access-never-applied",
    clause: "§6.6(3)",
    mistake: "Versions are only tracked for subscriptions.",
    edits: {
      webhook: [
        [apply, apply.replace("&& !test", '&& event.event_type.startsWith("oem.subscription.") && !test')],
      ],
    },
  },
  {
    name: "never-applied",
    clause: "§6.4",
    mistake: "The worker that reads the inbox isn't running.",
    edits: { webhook: [[apply, ""]] },
  },
];
