import { randomUUID } from "node:crypto";
import type { MaybePromise } from "../../ports/answer.js";
import type { InboxEntry, InboxResult } from "../../ports/inbox-entry.js";
import { sameJson } from "../../ports/json.js";
import type { Inbox, InboxTransaction } from "../../ports/stores.js";
import { claimDue, inboxRecord } from "./claim.js";
import { type MaintenancePage, purgePage, retryPage } from "./maintain.js";
import { claimStale, closeStale, completeClaim, failClaim, postponeStale } from "./settle.js";
import type { EventRow, InboxBackend, InboxTables, OpenTables } from "./tables.js";

const defaultLimit = 100;

/** Creates an inbox on a store's tables: the rules are here, so every store has the same ones. */
export function createInbox<Transaction>(
  backend: InboxBackend<Transaction>,
  { newLease = randomUUID }: { readonly newLease?: () => string } = {},
): Inbox<Transaction> {
  const opened = new WeakMap<InboxTransaction<Transaction>, OpenTables<Transaction>>();
  const entryKey = ({ application, eventId }: { application: string; eventId: string }): string =>
    backend.eventKey(application, eventId);

  function work<Result>(
    transaction: InboxTransaction<Transaction> | undefined,
    task: (tables: InboxTables) => Promise<Result>,
  ): Promise<Result> {
    const open = transaction === undefined ? undefined : opened.get(transaction);
    if (open === undefined) return backend.transact(task, { repeatable: true });
    return open.run(task);
  }

  async function waitingVersions(keys: readonly string[]): Promise<Map<string, number[]>> {
    const byResource = new Map<string, number[]>(keys.map((key) => [key, []]));
    for (const { resourceKey, version } of keys.length === 0 ? [] : await backend.waiting(keys)) {
      byResource.get(resourceKey)?.push(version);
    }
    return new Map([...byResource].map(([key, list]) => [key, [...new Set(list)].sort((a, b) => a - b)]));
  }

  async function pages(
    turn: (tables: InboxTables, after: number) => Promise<MaintenancePage>,
  ): Promise<number> {
    let touched = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const page = await backend.transact((tables) => turn(tables, from));
      touched += page.touched;
      after = page.next;
    }
    return touched;
  }

  async function settle(entry: InboxEntry, inserted: MaybePromise<boolean>): Promise<InboxResult> {
    if (await inserted) return "stored";
    for (;;) {
      const first = await backend.find(entryKey(entry));
      if (first !== undefined) return isSame(first.entry, entry) ? "duplicate" : "conflict";
      // It was purged in the meantime, so this one is new.
      if (await backend.insert(entry)) return "stored";
    }
  }

  return {
    check: () => backend.check(),
    record(entry) {
      const inserted = backend.insert(entry);
      if (inserted === true) return "stored";
      return settle(entry, inserted);
    },
    recordAll: (entries, options) => recordAll(backend, entries, options),
    claim: (request) =>
      backend.transact((tables) => claimDue(tables, request, newLease), { repeatable: true }),
    renew: ({ record, lease }, until) => backend.renew(entryKey(record), lease, until),
    complete: (claim, { now: at, transaction }) =>
      work(transaction, (tables) => completeClaim(tables, claim, { key: entryKey(claim.record), now: at })),
    fail: (claim, failure) =>
      backend.transact((tables) => failClaim(tables, claim, { ...failure, key: entryKey(claim.record) })),
    async begin() {
      const open = await backend.begin();
      opened.set(open, open);
      return open;
    },
    async claimGap(request) {
      const stale = await backend.transact((tables) => claimStale(tables, request, newLease));
      if (stale === undefined) return undefined;
      const { key, ...gap } = stale;
      return { ...gap, waiting: (await waitingVersions([key])).get(key) ?? [] };
    },
    closeGap: (gap, { transaction, ...settlement }) =>
      work(transaction, (tables) => closeStale(tables, gap, settlement)),
    postponeGap: (gap, times) => backend.transact((tables) => postponeStale(tables, gap, times)),
    async find(application, eventId) {
      const row = await backend.find(backend.eventKey(application, eventId));
      return row && inboxRecord(row);
    },
    async list({ limit = defaultLimit, ...query } = {}) {
      const rows = await backend.list({ ...query, limit });
      return rows.map(inboxRecord);
    },
    async resources(query = {}) {
      const rows = await backend.resources(query);
      const waiting = await waitingVersions(rows.map(({ key }) => key));
      return rows.map(({ key, application, family, resource, version }) => ({
        application,
        family,
        resource,
        version,
        waiting: waiting.get(key) ?? [],
      }));
    },
    async count(application) {
      const { pending = 0, waiting = 0, dead = 0 } = await backend.count(application);
      return { pending, waiting, dead };
    },
    retry: (selection, at) => pages((tables, after) => retryPage(tables, selection, { after, now: at })),
    purge: (selection, at) => pages((tables, after) => purgePage(tables, selection, { after, now: at })),
    close: () => backend.close(),
  };
}

/** Records the events of one request, all or none; `Inbox.recordAll` has the rules. */
async function recordAll<Transaction>(
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
    results = keyed.map(({ entry, key }) => recordResult(entry, firsts.get(key), existing.get(key)));
    return despiteConflicts || !results.includes("conflict");
  });
  return results;
}

function recordResult(
  entry: InboxEntry,
  first: InboxEntry | undefined,
  stored: Pick<EventRow, "entry"> | undefined,
): InboxResult {
  if (stored === undefined && first === entry) return "stored";
  if (isSame(stored?.entry ?? first, entry)) return "duplicate";
  return "conflict";
}

/** Whether an event has the content of the one that was recorded first. */
function isSame(first: Pick<InboxEntry, "json"> | undefined, { json }: Pick<InboxEntry, "json">): boolean {
  return first !== undefined && sameJson(first.json, json);
}
