import { setMaxListeners } from "node:events";
import type { NewChange } from "../changes/operational-change.js";
import type { DeliveryContext } from "../context.js";
import type { CredentialSource } from "../ports.js";
import { createEndpointMemories, type EndpointMemory } from "./endpoint-memory.js";
import { createFlights, type Flights } from "./flights.js";
import type { Lane } from "./lane.js";
import type { ResultRow, UnsentRow } from "./rows.js";
import type { AttemptSender } from "./sender.js";
import type { Pause } from "./statements/resting-lanes.js";

/** What a scheduler gets from the other parts. */
export interface SchedulerParts {
  readonly context: DeliveryContext;
  readonly credentials: CredentialSource;
  readonly sender: AttemptSender;
  /** Default: a name made by chance. */
  readonly owner?: string | undefined;
  /** Called after changes were noted. */
  readonly onChanges?: (() => void) | undefined;
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
  readonly memories: (endpointId: string) => EndpointMemory;
  readonly flights: Flights;
  /** Whether something waits for a place. */
  isHeldUp: boolean;
  /** When lanes that have nothing to do are given back although they are few, in milliseconds since 1970; undefined if there are none. */
  releaseAt: number | undefined;
  /** Not written yet. */
  results: ResultRow[];
  unsent: UnsentRow[];
  pauses: Pause[];
  /** To be noted for operational events. */
  changes: NewChange[];
  underWay: number;
  bytesUnderWay: number;
  isStopping: boolean;
  /** Whether the store may have lanes that are due: of endpoints that answer, and others. */
  readonly wants: { answering: boolean; doubtful: boolean };
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
/** Lanes that any engine may hold: leasing many at once costs less for each. */
const leastLanes = 1024;

/** Lanes that an engine holds at most, besides those whose attempts have left their places. */
export function maxLanes({ context }: SchedulerParts): number {
  return Math.max(leastLanes, lanesPerAttempt * context.settings.concurrency);
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
    memories: createEndpointMemories(),
    flights: createFlights(),
    isHeldUp: false,
    releaseAt: undefined,
    results: [],
    unsent: [],
    pauses: [],
    changes: [],
    underWay: 0,
    bytesUnderWay: 0,
    isStopping: false,
    wants: { answering: true, doubtful: true },
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

/** Says that lanes of any kind may be due. */
export function wantLanes({ wants }: Pick<SchedulerState, "wants">): void {
  wants.answering = true;
  wants.doubtful = true;
}

/** Whether nothing is held, under way or unwritten. */
export function isQuiet(state: SchedulerState): boolean {
  const { lanes, results, pauses, changes, unsent, underWay, wants, isStopping, isUncertain } = state;
  const unwritten = results.length + pauses.length + changes.length + unsent.length;
  const held = lanes.size + unwritten + underWay;
  return held === 0 && !isUncertain && (isStopping || !(wants.answering || wants.doubtful));
}
