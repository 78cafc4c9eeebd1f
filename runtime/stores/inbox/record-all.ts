import type { InboxEntry, InboxResult } from "../../ports/inbox-entry.js";
import { sameJson } from "../../ports/same-json.js";
import type { EventRow, InboxBackend } from "./tables.js";

/** Records the events of one request, all or none; `Inbox.recordAll` has the rules. */
export async function recordAll<Transaction>(
  backend: Pick<InboxBackend<Transaction>, "eventKey" | "insertAll">,
  entries: readonly InboxEntry[],
  { despiteConflicts = false }: { readonly despiteConflicts?: boolean | undefined } = {},
): Promise<readonly InboxResult[]> {
  const keyed = entries.map((entry) => ({ entry, key: backend.eventKey(entry.application, entry.eventId) }));
  const firsts = new Map<string, InboxEntry>();
  for (const { entry, key } of keyed) if (!firsts.has(key)) firsts.set(key, entry);
  let results: readonly InboxResult[] = [];
  if (entries.length === 0) return results;
  await backend.insertAll([...firsts.values()], (existing) => {
    results = keyed.map(({ entry, key }) => resultOf(entry, firsts.get(key), existing.get(key)));
    return despiteConflicts || !results.includes("conflict");
  });
  return results;
}

function resultOf(
  entry: InboxEntry,
  first: InboxEntry | undefined,
  stored: Pick<EventRow, "entry"> | undefined,
): InboxResult {
  if (stored === undefined && first === entry) return "stored";
  return isSame(stored?.entry ?? first, entry) ? "duplicate" : "conflict";
}

/** Whether an event has the content of the one that was recorded first. */
export function isSame(
  first: Pick<InboxEntry, "json"> | undefined,
  { json }: Pick<InboxEntry, "json">,
): boolean {
  return first !== undefined && sameJson(first.json, json);
}
