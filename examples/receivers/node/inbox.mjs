/** Events by id, in the memory of one process. A database with a unique key on the id does the same in production. */
export function createInbox(faults) {
  const records = new Map();
  return {
    /** Commits an event once: "new", "same" for one that is there already, "other" for other content under its id. */
    async commit(record) {
      if (faults.inbox) throw new Error("the inbox is down");
      const id = record.event.event_id;
      const known = records.get(id);
      if (known !== undefined) return contentOf(known.event) === contentOf(record.event) ? "same" : "other";
      records.set(id, record);
      return "new";
    },
    find: (id) => (records.has(id) ? [records.get(id)] : []),
    holds: (text) => [...records.values()].some((record) => JSON.stringify(record).includes(text)),
  };
}

/** The content of a JSON value whatever the order of its members. */
function contentOf(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(contentOf).join()}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${contentOf(value[name])}`).join()}}`;
}
