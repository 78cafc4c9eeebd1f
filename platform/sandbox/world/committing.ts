import { DeliveryError, parameterRows, type Store } from "@oipkit/delivery";
import { sql } from "kysely";
import type { Time } from "../platform/records/common.js";
import { createOverlay, type DraftLayer } from "./draft.js";
import { elsewhere, SandboxError } from "./errors.js";
import { type Changes, type Image, layerView, readImage } from "./image.js";
import { sandboxTables } from "./tables.js";
import type { Committed, WorldOptions } from "./world.js";

/** Something to be run and committed. */
interface CommitItem {
  /** Whether it begins a transaction. */
  readonly isAlone: boolean;
  /** Runs it on top of what comes before it. What it throws rejects it. */
  readonly stage: (overlay: DraftLayer, how: { readonly isCareful: boolean }) => StagedItem;
  readonly reject: (failure: unknown) => void;
}

/** What was run. */
interface StagedItem {
  /** The sandbox's time. */
  readonly at: Time;
  /** None if it failed by itself. */
  readonly changes?: Changes | undefined;
  /** Tells who asked, once everything before it is committed too. */
  readonly settle: () => void;
}

/** Commits to the database, then to memory. */
interface Committing {
  /** Runs items and commits them, several in one transaction. Never rejects. */
  readonly commit: (items: readonly CommitItem[]) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly keepClock: () => Promise<void>;
}

/** What committing needs. */
interface CommittingParts
  extends Pick<WorldOptions, "store" | "owner" | "clock" | "publish" | "publishReads"> {
  readonly image: Image;
  readonly tell: (committed: Committed) => void;
}

/** `from` is the revision of the image. */
export function createCommitting(parts: CommittingParts, from: number): Committing {
  const { store, owner, clock, publish, image, tell } = parts;
  let revision = from;
  /** Whether the database may have what memory doesn't. */
  let isUncertain = false;

  const write = async (overlay: DraftLayer, changes: Changes): Promise<void> => {
    const commit = { owner, revision: revision + 1, clock: JSON.stringify(clock.state()) };
    isUncertain = true;
    await store.transact(async (transaction) => {
      await writeChanges(store, transaction, { changes, commit });
      if (changes.events.length > 0) await publish(changes.events, { transaction, view: layerView(overlay) });
    });
    isUncertain = false;
    revision = commit.revision;
    image.apply(changes);
  };
  const reload = async (): Promise<void> => {
    const contents = await readImage(store);
    image.reset(contents);
    revision = contents.revision;
    isUncertain = false;
  };
  const becomeCertain = async (): Promise<void> => {
    if (!isUncertain) return;
    const query = sandboxTables(store.db).selectFrom("sandbox_meta").select("revision");
    const found = await query.executeTakeFirstOrThrow();
    if (found.revision !== revision) await reload();
    isUncertain = false;
  };

  /** Runs and commits the first items, and returns how many. Rejects if they can't be committed, and changes nothing then. */
  const commitFirst = async (items: readonly CommitItem[], isCareful: boolean): Promise<number> => {
    await becomeCertain();
    const overlay = createOverlay(image);
    const staged = stageFirst(parts, isCareful ? items.slice(0, 1) : items, { overlay, isCareful });
    const changes = overlay.changes();
    if (isWorthWriting(changes, image)) await write(overlay, changes);
    for (const { settle } of staged) settle();
    const last = staged.findLast((each) => each.changes !== undefined);
    if (last !== undefined) tell({ at: last.at, events: changes.events });
    return staged.length;
  };

  return {
    async commit(items) {
      let left = items;
      let isCareful = false;
      while (left.length > 0) {
        try {
          left = left.slice(await commitFirst(left, isCareful));
        } catch (failure) {
          if (isOwnFault(failure) && !isCareful) {
            // One of them has spoilt it for all.
            isCareful = true;
          } else if (isCareful) {
            left[0]?.reject(failure);
            left = left.slice(1);
          } else {
            for (const { reject } of left) reject(failure);
            return;
          }
        }
      }
    },
    reload,
    async keepClock() {
      const state = JSON.stringify(clock.state());
      const tables = sandboxTables(store.db);
      await tables.updateTable("sandbox_meta").set({ clock: state }).where("owner", "=", owner).execute();
    },
  };
}

/** Runs as many items as can be committed together. */
function stageFirst(
  { publishReads }: Pick<CommittingParts, "publishReads">,
  items: readonly CommitItem[],
  { overlay, isCareful }: { readonly overlay: DraftLayer; readonly isCareful: boolean },
): readonly StagedItem[] {
  const staged: StagedItem[] = [];
  for (const item of items) {
    if (item.isAlone && staged.length > 0) break;
    const each = stageOne(item, overlay, isCareful);
    const { changes } = each;
    // Events are published by the records as they were when they were emitted.
    const isRouting = publishReads.some((kind) => changes?.written.has(kind) || changes?.removed.has(kind));
    if (isRouting && overlay.changes().events.length > 0) break;
    if (changes !== undefined) overlay.absorb(changes);
    staged.push(each);
  }
  return staged;
}

function stageOne(item: CommitItem, overlay: DraftLayer, isCareful: boolean): StagedItem {
  try {
    return item.stage(overlay, { isCareful });
  } catch (failure) {
    return { at: 0, settle: () => item.reject(failure) };
  }
}

function isWorthWriting(changes: Changes, image: Image): boolean {
  const { written, removed, timers, events, counts } = changes;
  return written.size + removed.size + timers.size + events.length > 0 || counts.ids > image.counts().ids;
}

/** Whether a failure comes from one of the commands rather than from the database. */
function isOwnFault(failure: unknown): boolean {
  return (
    failure instanceof DeliveryError || (failure instanceof SandboxError && failure.code === "event-refused")
  );
}

/** Who writes, and what else is kept with each commit. */
interface Commit {
  readonly owner: string;
  /** The revision after it. */
  readonly revision: number;
  /** JSON of the clock's state. */
  readonly clock: string;
}

/** Writes changes, apart from their events, in a transaction of the store. Rejects with `sandbox-elsewhere`. */
async function writeChanges(
  { dialect, place }: Pick<Store, "dialect" | "place">,
  transaction: Store["db"],
  { changes, commit }: { readonly changes: Changes; readonly commit: Commit },
): Promise<void> {
  const tables = sandboxTables(transaction);
  const { owner, revision, clock } = commit;
  const own = await tables
    .updateTable("sandbox_meta")
    .set({ revision, clock, ...changes.counts })
    .where("owner", "=", owner)
    .returning("key")
    .execute();
  if (own.length === 0) throw elsewhere(place);
  const removed = [...changes.removed].flatMap(([kind, ids]) => [...ids].map((id) => ({ kind, id })));
  if (removed.length > 0) {
    const gone = parameterRows(dialect, { kind: "text", id: "text" }, removed);
    await tables
      .deleteFrom("sandbox_records")
      .where(sql<boolean>`(kind, id) in (select r.kind, r.id from ${gone})`)
      .execute();
  }
  const written = [...changes.written].flatMap(([kind, table]) =>
    [...table.entries()].map(({ id, record, position }) => ({
      kind,
      id,
      position,
      body: JSON.stringify(record),
    })),
  );
  if (written.length > 0) {
    const columns = { kind: "text", id: "text", body: "text", position: "bigint" } as const;
    await tables
      .insertInto("sandbox_records")
      .columns(["kind", "id", "body", "position"])
      .expression((eb) =>
        eb
          .selectFrom(parameterRows(dialect, columns, written))
          .select(["r.kind", "r.id", "r.body", "r.position"])
          // SQLite needs a condition here to tell the conflict clause from a join's.
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict((conflict) =>
        conflict.columns(["kind", "id"]).doUpdateSet((eb) => ({
          body: eb.ref("excluded.body"),
          position: eb.ref("excluded.position"),
        })),
      )
      .execute();
  }
  await writeTimers({ dialect }, transaction, changes.timers);
}

async function writeTimers(
  { dialect }: Pick<Store, "dialect">,
  transaction: Store["db"],
  timers: Changes["timers"],
): Promise<void> {
  const tables = sandboxTables(transaction);
  const gone: { readonly kind: string; readonly id: string; readonly name: string }[] = [];
  const set: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
    at: number;
    position: number;
  }[] = [];
  for (const [key, placed] of timers) {
    const [kind, id, name] = JSON.parse(key) as [string, string, string];
    if (placed === undefined) gone.push({ kind, id, name });
    else set.push({ kind, id, name, at: placed.timer.at, position: placed.position });
  }
  if (gone.length > 0) {
    const rows = parameterRows(dialect, { kind: "text", id: "text", name: "text" }, gone);
    await tables
      .deleteFrom("sandbox_timers")
      .where(sql<boolean>`(kind, id, name) in (select r.kind, r.id, r.name from ${rows})`)
      .execute();
  }
  if (set.length === 0) return;
  const columns = { kind: "text", id: "text", name: "text", at: "bigint", position: "bigint" } as const;
  await tables
    .insertInto("sandbox_timers")
    .columns(["kind", "id", "name", "at", "position"])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, columns, set))
        .select(["r.kind", "r.id", "r.name", "r.at", "r.position"])
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) =>
      conflict.columns(["kind", "id", "name"]).doUpdateSet((eb) => ({
        at: eb.ref("excluded.at"),
        position: eb.ref("excluded.position"),
      })),
    )
    .execute();
}
