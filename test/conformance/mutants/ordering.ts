// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source text.
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
    "A version that isn't the next is forgotten, since it will be sent again, which it isn't.",
  ),
  order(
    "gap-applied",
    [[drain, "for (const each of pending) next = Math.max(next, each);\n      pending.clear();"]],
    "The newest version is taken, and what lies between is thought to be in it.",
  ),
  order(
    "gap-closed-by-one",
    [[drain, "if (pending.delete(next + 1)) next += 1;"]],
    "Only the version that came is applied, not those that waited for it.",
  ),
  order(
    "stale-applied",
    [
      [
        "states.set(key, { applied: next, pending });",
        "states.set(key, { applied: version < applied ? version : next, pending });",
      ],
    ],
    "The last event to arrive is taken for the newest.",
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
    "Whatever isn't next waits, and an old version waits forever.",
  ),
  order(
    "first-version-taken",
    [["let next = applied;", "let next = applied || version - 1;"]],
    "The first version seen is taken for the start.",
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
      "One counter serves all resources.",
    ),
    // The other cases run concurrently, and here they share a counter.
    only: ["6.4/resources-apart"],
  },
  order(
    "order-by-event-name",
    [['type.startsWith("oem.subscription.") ? "subscription" : type', "type"]],
    "Each event name gets a counter of its own, though they share the resource's versions.",
  ),
  order(
    "next-lost-when-waiting",
    [
      [
        keep,
        "if (version > applied && (pending.size === 0 || version === applied + 1)) pending.add(version);",
      ],
    ],
    "One place is kept for a waiting version.",
  ),
  {
    name: "gap-refused",
    clause: "§7.1",
    mistake: "A version that isn't the next is refused, so that it is sent again, which it isn't.",
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
    mistake: "A gap is answered with an error that is tried again, until the attempts are used up.",
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
    mistake: "The handler runs first and the event is stored when it succeeds.",
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
    mistake: "The handler is given whatever is authentic.",
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
    mistake: "Versions are kept for subscriptions only.",
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
