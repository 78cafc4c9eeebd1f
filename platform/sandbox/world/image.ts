import type { Store } from "@oipkit/delivery";
import { type Kysely, sql } from "kysely";
import type { EmittedEvent, Timer, View } from "../platform/draft.js";
import { organizationTimerKinds } from "../platform/organization-time.js";
import type { Kind, Records } from "../platform/records/records.js";
import {
  byPosition,
  createRecordTable,
  indexes,
  type Layer,
  type RecordTable,
  type TableCounts,
  type TableEntry,
} from "./record-table.js";
import { type SandboxTables, sandboxTables } from "./tables.js";
import { createTimerQueue, type PlacedTimer, queuedKey, type TimerQueue } from "./timer-queue.js";

/** All that is committed, in memory. */
export interface Image extends Layer {
  readonly timers: TimerQueue;
  /** Applies what was committed. */
  readonly apply: (changes: Changes) => void;
  /** Begins again with other contents: records by position, timers in any order. */
  readonly reset: (contents: ImageContents) => void;
}

/** What an image is filled with. */
interface ImageContents {
  readonly records: Iterable<readonly [Kind, TableEntry]>;
  readonly timers: Iterable<readonly [string, PlacedTimer]>;
  readonly counts: TableCounts;
}

/** An image without records. */
export function createImage(): Image {
  const tables = new Map<Kind, RecordTable>();
  const timers = createTimerQueue(({ kind, id }) => {
    const organization = clockOwner(kind, tables.get(kind)?.get(id));
    const hasOwn = organization !== undefined && tables.get("organizationClock")?.get(organization);
    return hasOwn ? organization : undefined;
  });
  let counts: TableCounts = { positions: 0, ids: 0 };
  const tableFor = (kind: Kind): RecordTable => {
    let table = tables.get(kind);
    if (table === undefined) {
      table = createRecordTable(indexes[kind] ?? []);
      tables.set(kind, table);
    }
    return table;
  };
  return {
    timers,
    entry: <K extends Kind>(kind: K, id: string) => tables.get(kind)?.get(id) as TableEntry<K> | undefined,
    find: <K extends Kind>(kind: K, where?: Partial<Records[K]>) =>
      (tables.get(kind)?.find(where as never) ?? []) as readonly TableEntry<K>[],
    timer: (key) => timers.get(key)?.timer,
    timerKeys: timers.recordKeys,
    counts: () => counts,
    apply(changes) {
      const switched = switchedClocks(changes, tables.get("organizationClock"));
      for (const [kind, ids] of changes.removed) for (const id of ids) tables.get(kind)?.delete(id);
      for (const [kind, written] of changes.written)
        for (const entry of written.entries()) tableFor(kind).set(entry);
      for (const organization of switched)
        for (const kind of organizationTimerKinds)
          for (const { id } of tables.get(kind)?.find({ organization }) ?? []) timers.regroup(kind, id);
      for (const [key, timer] of changes.timers) {
        if (timer === undefined) timers.delete(key);
        else timers.set(key, timer);
      }
      counts = changes.counts;
    },
    reset(contents) {
      tables.clear();
      timers.clear();
      for (const [kind, entry] of contents.records) tableFor(kind).set(entry);
      for (const [key, timer] of contents.timers) timers.set(key, timer);
      counts = contents.counts;
    },
  };
}

/** The organization by whose clock the timers of a record go, if it has one of its own. */
function clockOwner(kind: Kind, entry: TableEntry | undefined): string | undefined {
  const owned = organizationTimerKinds.find((each) => each === kind);
  if (owned === undefined || entry === undefined) return undefined;
  return (entry as TableEntry<typeof owned>).record.organization;
}

/** The organizations that get a clock of their own, or have it no more. */
function switchedClocks({ written, removed }: Changes, present: RecordTable | undefined): readonly string[] {
  const begun = [...(written.get("organizationClock")?.entries() ?? [])].map(({ id }) => id);
  const ended = [...(removed.get("organizationClock") ?? [])];
  return [...begun.filter((id) => present?.get(id) === undefined), ...ended];
}

/** The records of a layer, as commands and readers see them. */
export function layerView(layer: Layer): View {
  return {
    get: (kind, id) => layer.entry(kind, id)?.record,
    list: (kind, where) => layer.find(kind, where).map(({ record }) => record),
  };
}

/** What commands changed. */
export interface Changes {
  readonly written: ReadonlyMap<Kind, RecordTable>;
  readonly removed: ReadonlyMap<Kind, ReadonlySet<string>>;
  /** By key; `undefined` is a timer that is no more. */
  readonly timers: ReadonlyMap<string, PlacedTimer | undefined>;
  readonly events: readonly EmittedEvent[];
  readonly counts: TableCounts;
}

/** Reads all records and timers, and the revision that they are of. */
export function readImage(store: Store): Promise<ImageContents & { readonly revision: number }> {
  return store.transact(async (transaction) => {
    const tables = sandboxTables(transaction);
    const { revision, positions, ids } = await tables
      .selectFrom("sandbox_meta")
      .select(["revision", "positions", "ids"])
      .executeTakeFirstOrThrow();
    const records = await readRecords(tables);
    const timers = await tables.selectFrom("sandbox_timers").selectAll().execute();
    return {
      revision,
      counts: { positions, ids },
      records,
      timers: timers.map(({ position, ...row }) => {
        const timer = { ...row, kind: row.kind as Kind } satisfies Timer;
        return [queuedKey(timer), { timer, position }] as const;
      }),
    };
  });
}

/** Rows that are read at once: their text takes as much memory as the records themselves. */
const rowsAtOnce = 5000;

/** All records, in the order in which they were first written. */
async function readRecords(tables: Kysely<SandboxTables>): Promise<readonly (readonly [Kind, TableEntry])[]> {
  const records: (readonly [Kind, TableEntry])[] = [];
  let last = { kind: "", id: "" };
  for (;;) {
    const rows = await tables
      .selectFrom("sandbox_records")
      .selectAll()
      .where(sql<boolean>`(kind, id) > (${last.kind}, ${last.id})`)
      .orderBy("kind")
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
    for (const { kind, id, body, position } of rows)
      records.push([kind as Kind, { id, position, record: JSON.parse(body) as Records[Kind] }]);
    const end = rows.at(-1);
    if (end === undefined) return records.sort(([, a], [, b]) => byPosition(a, b));
    last = end;
  }
}
