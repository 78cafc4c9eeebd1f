import type { Paces } from "./pace.js";

/** What an engine remembers of an endpoint from one turn to the next. */
export interface EndpointMemory extends Paces {
  /** Attempts that may be under way at once. */
  window: number;
  /** How long its answers take, in milliseconds, the latest ones most; undefined if it hasn't answered. */
  usualMs: number | undefined;
  /** When it last answered, in milliseconds since 1970. */
  answeredAt: number;
}

/** Attempts under way at once to an endpoint that has never succeeded. */
const firstWindow = 1;
/** Endpoints that are remembered at most. */
const maxRemembered = 10_000;

/** The share of the latest answer in what is usual. */
const latestShare = 0.2;

/** Notes an answer, and how long it took, in milliseconds. */
export function noteAnswer(memory: EndpointMemory, now: number, durationMs: number): void {
  memory.answeredAt = now;
  const { usualMs = durationMs } = memory;
  memory.usualMs = usualMs + latestShare * (durationMs - usualMs);
}

/** Returns what is remembered of an endpoint; the endpoints of late are. */
export function createEndpointMemories(): (endpointId: string) => EndpointMemory {
  const memories = new Map<string, EndpointMemory>();
  return (endpointId) => {
    const known = memories.get(endpointId);
    const memory = known ?? {
      window: firstWindow,
      usualMs: undefined,
      answeredAt: 0,
      pace: undefined,
      learned: undefined,
      rests: 0,
      restsUntil: 0,
    };
    memories.delete(endpointId);
    const [oldest] = memories.size < maxRemembered ? [] : memories.keys();
    if (oldest !== undefined) memories.delete(oldest);
    memories.set(endpointId, memory);
    return memory;
  };
}
