import { randomBytes } from "node:crypto";
import { openSqliteStore, type Store } from "../../../../../delivery/index.js";
import {
  createSandboxClock,
  type SandboxClock,
} from "../../../../../platform/sandbox/clock/sandbox-clock.js";
import type { EmittedEvent, PlatformCommand, Timer } from "../../../../../platform/sandbox/platform/draft.js";
import type { Organization } from "../../../../../platform/sandbox/platform/records/records.js";
import { createWorld } from "../../../../../platform/sandbox/world/create-world.js";
import { createIds } from "../../../../../platform/sandbox/world/draft.js";
import { takeOver } from "../../../../../platform/sandbox/world/tables.js";
import type { World, WorldOptions } from "../../../../../platform/sandbox/world/world.js";

export const start = Date.UTC(2026, 8, 21, 9);

/** A world on a store, with a frozen clock and small commands. */
export interface WorldSubject {
  readonly world: World;
  readonly clock: SandboxClock;
  readonly store: Store;
  /** What `publish` got, by call. */
  readonly published: (readonly EmittedEvent[])[];
  /** What timers did. */
  readonly fired: string[];
}

export interface SubjectOptions extends Partial<Pick<WorldOptions, "publish" | "timerCommands">> {
  readonly seed?: string;
  readonly owner?: string;
  readonly frozen?: boolean;
}

export async function worldOn(store: Store, options: SubjectOptions = {}): Promise<WorldSubject> {
  const { owner = "first", seed = "seed", frozen = true } = options;
  const meta = await takeOver(store, { owner, seed, random: randomBytes });
  const saved = meta.clock === null ? undefined : JSON.parse(meta.clock);
  const clock = createSandboxClock({ start, frozen, saved });
  const published: (readonly EmittedEvent[])[] = [];
  const fired: string[] = [];
  const world = await createWorld({
    store,
    owner,
    clock,
    makeId: createIds(meta.seed),
    publishReads: ["application"],
    publish: async (events) => void published.push(events),
    timerCommands: {
      note: (draft, timer) => {
        fired.push(`${timer.id} ${draft.now - start}`);
        rename(draft, { id: timer.id, name: `at ${draft.now - start}` });
      },
    },
    ...options,
  });
  return { world, clock, store, published, fired };
}

export const inMemory = (): Promise<Store> => openSqliteStore({ file: ":memory:" });

export const found: PlatformCommand<string, Organization> = (draft, name) => {
  const made: Organization = {
    id: draft.newId("org"),
    kind: "enterprise",
    status: "active",
    name: { en: name, zh: name },
  };
  draft.put("organization", made);
  return made;
};

export const rename: PlatformCommand<{ readonly id: string; readonly name: string }, Organization> = (
  draft,
  { id, name },
) => {
  const known = draft.get("organization", id);
  const renamed: Organization = {
    id,
    kind: "enterprise",
    status: "active",
    ...known,
    name: { en: name, zh: name },
  };
  draft.put("organization", renamed);
  return renamed;
};

export const remove: PlatformCommand<string, void> = (draft, id) => draft.remove("organization", id);

export const emit: PlatformCommand<string, void> = (draft, id) =>
  draft.emit({
    application: "app",
    environment: "sandbox",
    event: { event_id: id, event_type: "thing.made" },
  });

export const schedule: PlatformCommand<Omit<Timer, "kind">, void> = (draft, timer) =>
  draft.schedule({ kind: "organization", ...timer });
