// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Mutant } from "./mutant.js";

const keep = "journal.add({ record });";

export const restartMutants: readonly Mutant[] = [
  {
    name: "events-in-memory",
    clause: "§6.3(6)",
    mistake: "An event is acknowledged when it is in memory, and lost when the process ends.",
    edits: { inbox: [[keep, ""]] },
  },
  {
    name: "events-written-later",
    clause: "§6.3(6)",
    mistake: "Events are written to the store some time after the answer, to save time.",
    edits: {
      inbox: [
        [
          keep,
          "setTimeout(() => {\n        try {\n          journal.add({ record });\n        } catch {}\n      }, 5000);",
        ],
      ],
    },
  },
  {
    name: "ids-in-memory",
    clause: "§6.4",
    mistake: "Duplicates are recognized by a list in memory, and the store has no unique key.",
    edits: {
      inbox: [
        ["const records = new Map();", "const records = new Map();\n  const seen = new Map();"],
        ["records.set(record.event.event_id, record);", "records.set(records.size, record);"],
        ["const known = records.get(id);", "const known = seen.get(id);"],
        ["records.set(id, record);", "seen.set(id, record);\n      records.set(records.size, record);"],
        [
          "find: (id) => (records.has(id) ? [records.get(id)] : []),",
          "find: (id) => [...records.values()].filter(({ event }) => event.event_id === id),",
        ],
      ],
    },
  },
  {
    name: "nonces-in-memory",
    clause: "§6.3(2)",
    mistake: "Nonces are kept in the memory of the process, so a restart allows replays.",
    edits: { nonces: [["journal.add({ nonce, expiry: expiries.get(nonce) });", ""]] },
  },
  {
    name: "tests-in-memory",
    clause: "§6.3",
    mistake: "Test events are recorded only in memory, since nobody handles them.",
    edits: { inbox: [[keep, "if (!record.test) journal.add({ record });"]] },
  },
  {
    name: "versions-in-memory",
    clause: "§6.4",
    mistake: "The versions of resources and their gaps are kept only in memory.",
    edits: {
      receiver: [
        ["if (!test && validateEvent(event).specified) resources.apply(event);", "void [event, test];"],
      ],
    },
  },
];
