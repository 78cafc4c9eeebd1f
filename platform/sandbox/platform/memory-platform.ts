import type { Command, EmittedEvent, Timer } from "./draft.js";
import { type Changes, type DraftBase, draftOver, getOrAdd, matches, recordKey } from "./memory-draft.js";
import type { Time } from "./records/common.js";
import type { Kind, Records } from "./records/records.js";

/** The platform's records in memory alone, with a time that only moves when it is told to. */
export interface MemoryPlatform extends DraftBase {
  readonly now: () => Time;
  /** All that was emitted, in order. */
  readonly events: readonly EmittedEvent[];
  /** All timers, earliest first; those of the same time in the order in which they were set. */
  readonly timers: () => readonly Timer[];
  /** Runs a command at the current time. If it throws, nothing is changed. */
  readonly run: <Input, Answer>(command: Command<Input, Answer>, input: Input) => Answer;
  /** Runs the timers that are due at a time, each at its own, and then it is that time. */
  readonly advanceTo: (time: Time, commands: Readonly<Record<string, Command<Timer, void>>>) => void;
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
  return platformOf({ now: start, ids: 0, settings: 0, records: new Map(), timers: new Map(), events: [] });
}

function platformOf(state: State): MemoryPlatform {
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
    timersOf: (kind, id) =>
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
      platformOf({
        ...state,
        records: new Map([...state.records].map(([kind, own]) => [kind, new Map(own)])),
        timers: new Map([...state.timers].map(([key, own]) => [key, new Map(own)])),
        events: [],
      }),
  };
  return platform;
}

function apply(state: State, { records, timers, events }: Changes): void {
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
