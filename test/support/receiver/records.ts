import type { Inbox, InboxRecord } from "../../../runtime/webhook/index.js";

/** All records of an inbox, read page by page. */
export async function allRecords(inbox: Inbox): Promise<InboxRecord[]> {
  const records: InboxRecord[] = [];
  for (;;) {
    const page = await inbox.list({ limit: 500, after: records.at(-1)?.sequence ?? 0 });
    if (page.length === 0) return records;
    records.push(...page);
  }
}

/** The ids of the events that `oipkit receive` printed, in order. */
export function printedIds(stdout: string): string[] {
  return [...stdout.matchAll(/ (evt_\S+) (?!.* waits for )/g)].map((match) => match[1] ?? "");
}
