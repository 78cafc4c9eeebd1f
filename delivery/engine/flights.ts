import type { Flight, Lane } from "./lane.js";

/** How long an attempt may take before its place goes to another, in milliseconds: most endpoints have answered by then. */
export const promptMs = 100;

/** The attempts under way, the oldest first. */
export interface Flights {
  /** Attempts that have left their places. */
  readonly late: number;
  /** Content of those, in bytes. */
  readonly lateBytes: number;
  readonly begin: (lane: Lane, startedAt: number, bytes: number) => Flight;
  readonly end: (flight: Flight) => void;
  /** Takes the places of those that take too long, at a time in milliseconds since 1970. */
  readonly update: (now: number) => void;
  /** When the next one leaves its place; undefined if none has one. */
  readonly nextLateAt: () => number | undefined;
}

/** Attempts under way, none at first. */
export function createFlights(): Flights {
  let prompt: Flight[] = [];
  let first = 0;
  let late = 0;
  let lateBytes = 0;
  const dropEnded = (): void => {
    while (first < prompt.length && prompt[first]?.hasEnded === true) first += 1;
    // Not each time: it copies the rest.
    if (first > 1000 && first > prompt.length / 2) {
      prompt = prompt.slice(first);
      first = 0;
    }
  };
  return {
    get late() {
      return late;
    },
    get lateBytes() {
      return lateBytes;
    },
    begin(lane, startedAt, bytes) {
      const flight = { lane, startedAt, bytes, isLate: false, hasEnded: false };
      prompt.push(flight);
      lane.flights.push(flight);
      return flight;
    },
    end(flight) {
      flight.hasEnded = true;
      const { lane, bytes, isLate } = flight;
      if (isLate) {
        late -= 1;
        lateBytes -= bytes;
        lane.late -= 1;
      }
      const { flights } = lane;
      while (flights[0]?.hasEnded === true) flights.shift();
    },
    update(now) {
      for (dropEnded(); first < prompt.length; dropEnded()) {
        const flight = prompt[first] as Flight;
        if (flight.startedAt + promptMs > now) return;
        first += 1;
        flight.isLate = true;
        late += 1;
        lateBytes += flight.bytes;
        flight.lane.late += 1;
      }
    },
    nextLateAt() {
      dropEnded();
      const next = prompt[first];
      return next === undefined ? undefined : next.startedAt + promptMs;
    },
  };
}
