import { setMaxListeners } from "node:events";
import type { DeliveryContext } from "../context.js";
import type { CredentialSource } from "../ports.js";
import { firstWindow, type Lane } from "./lane.js";
import type { ResultRow, UnsentRow } from "./rows.js";
import type { AttemptFunctions } from "./send.js";
import type { Pause } from "./statements/resting-lanes.js";

/** What a scheduler gets from the other parts. */
export interface SchedulerParts {
  readonly context: DeliveryContext;
  readonly credentials: CredentialSource;
  readonly attempts: AttemptFunctions;
  /** Default: a name made by chance. */
  readonly owner?: string | undefined;
}

/** What a scheduler holds in memory: bounded by the settings, whatever waits in the store. */
export interface SchedulerState extends Omit<SchedulerParts, "owner"> {
  /** Names this engine in leases. */
  readonly owner: string;
  readonly lanes: Map<string, Lane>;
  /** Attempts under way to endpoints whose lane belongs to somebody else now. */
  readonly orphans: Map<string, number>;
  /** Endpoints whose application couldn't be looked up, and until when they are left alone. They stay here until it can, or nobody tries. */
  readonly avoided: Map<string, number>;
  readonly windows: WindowMemory;
  /** Not written yet. */
  results: ResultRow[];
  unsent: UnsentRow[];
  pauses: Pause[];
  underWay: number;
  bytesUnderWay: number;
  isStopping: boolean;
  /** Whether the store may have lanes that are due. */
  wantsLanes: boolean;
  /** Whether the store may have leases of this engine that it doesn't know of. */
  isUncertain: boolean;
  /** When the store was last asked for lanes. */
  polledAt: number;
  /** When idle lanes were last looked at. */
  sweptAt: number;
  /** When a lane that was given back is due. */
  nextReadyAt: number | undefined;
  /** Ends what is under way. */
  readonly abort: AbortController;
  /** Lets the loop go on. */
  readonly kick: () => void;
}

/** Lanes that one engine holds at most, for each attempt that may be under way. */
const lanesPerAttempt = 2;

/** Lanes that an engine holds at most. */
export function maxLanes({ context }: SchedulerParts): number {
  return lanesPerAttempt * context.settings.concurrency;
}

/** A state that holds nothing. */
export function emptyState(parts: SchedulerParts, kick: () => void): SchedulerState {
  const abort = new AbortController();
  // Every attempt under way listens to it.
  setMaxListeners(0, abort.signal);
  return {
    ...parts,
    owner: parts.owner ?? Buffer.from(parts.context.random(12)).toString("hex"),
    lanes: new Map(),
    orphans: new Map(),
    avoided: new Map(),
    windows: createWindowMemory(firstWindow),
    results: [],
    unsent: [],
    pauses: [],
    underWay: 0,
    bytesUnderWay: 0,
    isStopping: false,
    wantsLanes: true,
    // An engine of this name may have crashed and left leases.
    isUncertain: parts.owner !== undefined,
    polledAt: Number.NEGATIVE_INFINITY,
    sweptAt: Number.NEGATIVE_INFINITY,
    nextReadyAt: undefined,
    abort,
    kick,
  };
}

/** The endpoints that are left alone now, and until when. */
export function avoidedNow(avoided: ReadonlyMap<string, number>, now: number): [string, number][] {
  return [...avoided].filter(([, until]) => until > now);
}

/** Whether nothing is held, under way or unwritten. */
export function isQuiet(state: SchedulerState): boolean {
  const { lanes, results, pauses, unsent, underWay, wantsLanes, isStopping, isUncertain } = state;
  const held = lanes.size + results.length + pauses.length + unsent.length + underWay;
  return held === 0 && !isUncertain && (isStopping || !wantsLanes);
}

/** Endpoints that are remembered at most. */
const maxRemembered = 10_000;

/** How many attempts at once an endpoint took, from one turn to the next. */
interface WindowMemory {
  readonly recall: (endpoint: string) => number;
  readonly remember: (endpoint: string, window: number) => void;
}

/** Remembers the endpoints of late; `first` is the window of all others. */
function createWindowMemory(first: number): WindowMemory {
  const windows = new Map<string, number>();
  return {
    recall: (endpoint) => windows.get(endpoint) ?? first,
    remember(endpoint, window) {
      windows.delete(endpoint);
      const [oldest] = windows.size < maxRemembered ? [] : windows.keys();
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(endpoint, window);
    },
  };
}
