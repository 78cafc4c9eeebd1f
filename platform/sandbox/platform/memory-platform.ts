import type { Draft, EmittedEvent, PlatformCommand, Timer, View } from "./draft.js";
import type { Time } from "./records/common.js";
import { type Kind, type Records, recordId } from "./records/records.js";

/** The platform's records in memory alone, with a time that only moves when it is told to. */
export interface MemoryPlatform extends DraftBase {
  readonly now: () => Time;
  /** All that was emitted, in order. */
  readonly events: readonly EmittedEvent[];
  /** All timers, earliest first; those of the same time in the order in which they were set. */
  readonly timers: () => readonly Timer[];
  /** Runs a command at the current time. If it throws, nothing is changed. */
  readonly run: <Input, Answer>(command: PlatformCommand<Input, Answer>, input: Input) => Answer;
  /** Runs the timers that are due at a time, each at its own, and then it is that time. */
  readonly advanceTo: (time: Time, commands: Readonly<Record<string, PlatformCommand<Timer, void>>>) => void;
  /** The same records, timers and ids to come, without the events; what is done with one doesn't change the other. */
  readonly copy: () => MemoryPlatform;
}

interface State {
  now: Time;
  ids: number;
  settings: number;
  readonly records: Map<Kind, Map<string, Records[Kind]>>;
  readonly timers: Map<string, Map<string, { readonly timer: Timer; readonly position: number }>>;
  readonly events: EmittedEvent[];
}

/** An empty platform. `start` is its time, in milliseconds since 1970; ids are counted. */
export function createMemoryPlatform({ start }: { readonly start: Time }): MemoryPlatform {
  return platformWith({ now: start, ids: 0, settings: 0, records: new Map(), timers: new Map(), events: [] });
}

function platformWith(state: State): MemoryPlatform {
  const ofKind = <K extends Kind>(kind: K): ReadonlyMap<string, Records[K]> =>
    (state.records.get(kind) ?? new Map()) as ReadonlyMap<string, Records[K]>;
  const inOrder = () =>
    [...state.timers.values()]
      .flatMap((own) => [...own.values()])
      .sort((a, b) => a.timer.at - b.timer.at || a.position - b.position)
      .map(({ timer }) => timer);

  const platform: MemoryPlatform = {
    now: () => state.now,
    events: state.events,
    timers: inOrder,
    recordTimers: (kind, id) =>
      [...(state.timers.get(recordKey(kind, id))?.values() ?? [])].map(({ timer }) => timer),
    get: (kind, id) => ofKind(kind).get(id),
    list: (kind, where) => [...ofKind(kind).values()].filter((record) => matches(record, where)),
    run: (command, input) => {
      const ids = state.ids;
      const { draft, changes } = draftOver(platform, {
        now: state.now,
        newId: (prefix) => `${prefix}_${String(++state.ids).padStart(6, "0")}`,
      });
      try {
        const answer = command(draft, input);
        apply(state, changes);
        return answer;
      } catch (error) {
        state.ids = ids;
        throw error;
      }
    },
    advanceTo: (time, commands) => {
      for (let timer = inOrder()[0]; timer && timer.at <= time; timer = inOrder()[0]) {
        const command = commands[timer.name];
        if (!command) throw new TypeError(`No command for the timer "${timer.name}".`);
        state.now = Math.max(state.now, timer.at);
        state.timers.get(recordKey(timer.kind, timer.id))?.delete(timer.name);
        platform.run(command, timer);
      }
      state.now = Math.max(state.now, time);
    },
    copy: () =>
      platformWith({
        ...state,
        records: new Map([...state.records].map(([kind, own]) => [kind, new Map(own)])),
        timers: new Map([...state.timers].map(([key, own]) => [key, new Map(own)])),
        events: [],
      }),
  };
  return platform;
}

function apply(state: State, { records, timers, events }: DraftChanges): void {
  for (const [kind, changed] of records) {
    const own = getOrAdd(state.records, kind, () => new Map());
    for (const [id, record] of changed) {
      if (record) own.set(id, record);
      else own.delete(id);
    }
  }
  for (const [key, changed] of timers) {
    const before = state.timers.get(key);
    const own = new Map<string, { readonly timer: Timer; readonly position: number }>();
    for (const [name, timer] of changed) {
      const kept = before?.get(name);
      own.set(name, kept?.timer === timer ? kept : { timer, position: ++state.settings });
    }
    state.timers.set(key, own);
  }
  state.events.push(...events);
}

/** What a command changed. */
interface DraftChanges {
  /** By kind and id; `undefined` is a removed record. */
  readonly records: ReadonlyMap<Kind, ReadonlyMap<string, Records[Kind] | undefined>>;
  /** What a record's timers are now, by name and in the order in which they were set, for each record with changed timers. */
  readonly timers: ReadonlyMap<string, ReadonlyMap<string, Timer>>;
  readonly events: readonly EmittedEvent[];
}

/** What a draft begins with. */
interface DraftBase extends View {
  /** The timers of a record, in the order in which they were set. */
  readonly recordTimers: (kind: Kind, id: string) => readonly Timer[];
}

/** The key of a record among those of all kinds. */
const recordKey = (kind: Kind, id: string): string => `${kind}/${id}`;

/** A draft that collects its changes beside a base, which stays as it is. */
function draftOver(
  base: DraftBase,
  { now, newId }: { readonly now: Time; readonly newId: (prefix: string) => string },
): { readonly draft: Draft; readonly changes: DraftChanges } {
  const records = new Map<Kind, Map<string, Records[Kind] | undefined>>();
  const timers = new Map<string, Map<string, Timer>>();
  const events: EmittedEvent[] = [];

  const write = (kind: Kind, id: string, record: Records[Kind] | undefined): void => {
    getOrAdd(records, kind, () => new Map()).set(id, record);
  };
  const recordTimers = (kind: Kind, id: string): Map<string, Timer> => {
    const unchanged = () => new Map(base.recordTimers(kind, id).map((timer) => [timer.name, timer]));
    return getOrAdd(timers, recordKey(kind, id), unchanged);
  };

  const draft: Draft = {
    now,
    newId,
    get: <K extends Kind>(kind: K, id: string) => {
      const changed = records.get(kind);
      if (changed?.has(id)) return changed.get(id) as Records[K] | undefined;
      return base.get(kind, id);
    },
    list: (kind, where) => listWith(base, { kind, where, changed: records.get(kind) }),
    put: (kind, record) => write(kind, recordId(record), record),
    remove: (kind, id) => write(kind, id, undefined),
    schedule: (timer) => {
      const own = recordTimers(timer.kind, timer.id);
      own.delete(timer.name);
      own.set(timer.name, timer);
    },
    cancel: (kind, id, name) => {
      const own = recordTimers(kind, id);
      if (name === undefined) own.clear();
      else own.delete(name);
    },
    emit: (event) => void events.push(event),
  };
  return { draft, changes: { records, timers, events } };
}

/** The value of a key, which is made and added if there is none. */
function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns whether the members of a record equal those of `where`. */
function matches<K extends Kind>(record: Records[K], where: Partial<Records[K]> | undefined): boolean {
  for (const name in where) if (record[name] !== where[name]) return false;
  return true;
}

function listWith<K extends Kind>(
  base: View,
  {
    kind,
    where,
    changed,
  }: {
    readonly kind: K;
    readonly where: Partial<Records[K]> | undefined;
    readonly changed: ReadonlyMap<string, Records[Kind] | undefined> | undefined;
  },
): readonly Records[K][] {
  if (!changed) return base.list(kind, where);
  // A changed record keeps its place, even if it matches only now, so the order comes from all records of the kind.
  const known = new Set<string>();
  const found: Records[K][] = [];
  for (const record of base.list(kind)) {
    const id = recordId(record);
    known.add(id);
    const current = changed.has(id) ? (changed.get(id) as Records[K] | undefined) : record;
    if (current && matches(current, where)) found.push(current);
  }
  for (const [id, record] of changed) {
    if (record && !known.has(id) && matches(record as Records[K], where)) found.push(record as Records[K]);
  }
  return found;
}
