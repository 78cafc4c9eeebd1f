import { noJournal } from "./journal.mjs";

/** Events by id, in memory and in a journal. In production, use a database with a unique key on the id. */
export function createInbox(faults, journal = noJournal()) {
  const records = new Map();
  for (const { record } of journal.entries) if (record) records.set(record.event.event_id, record);
  return {
    /** Commits an event once: "new", "same" if it is already stored, "other" if its id has other content. */
    async commit(record) {
      if (faults.inbox) throw new Error("the inbox is down");
      const id = record.event.event_id;
      const known = records.get(id);
      if (known !== undefined) return contentOf(known.event) === contentOf(record.event) ? "same" : "other";
      journal.add({ record });
      records.set(id, record);
      return "new";
    },
    all: () => [...records.values()],
    find: (id) => (records.has(id) ? [records.get(id)] : []),
    holds: (text) => [...records.values()].some((record) => JSON.stringify(record).includes(text)),
  };
}

/** A text that is the same for equal JSON values, whatever the order of their members. */
function contentOf(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(contentOf).join()}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${contentOf(value[name])}`).join()}}`;
}
