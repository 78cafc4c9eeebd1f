import type { DeliverySettings } from "../settings.js";
import type { Lane } from "./lane.js";
import type { WaitingDelivery } from "./rows.js";

/** A delivery to begin, and its lane. */
export interface Choice {
  readonly lane: Lane;
  readonly delivery: WaitingDelivery;
}

/** What is to be done next. */
export interface Choices {
  readonly begin: readonly Choice[];
  /** Due, but not allowed any more. */
  readonly refuse: readonly (Choice & { readonly error: string })[];
}

/** What limits the choice. */
export interface ChoiceLimits {
  readonly settings: DeliverySettings;
  /** Content of the attempts under way, in bytes. */
  readonly bytesUnderWay: number;
}

/**
 * Chooses what begins next: one delivery of each lane in turn, so that none is held up by another's backlog. Endpoints that fail share
 * half of the places, so that those that answer always have the other half.
 */
export function chooseNext(lanes: Iterable<Lane>, { settings, bytesUnderWay }: ChoiceLimits): Choices {
  const begin: Choice[] = [];
  const refuse: (Choice & { error: string })[] = [];
  let total = 0;
  let failing = 0;
  let bytes = bytesUnderWay;
  const candidates: Lane[] = [];
  for (const lane of lanes) {
    total += lane.underWay;
    if (lane.health.failures > 0) failing += lane.underWay;
    const isKnown = lane.access.kind === "open" || lane.access.kind === "inactive";
    if (isKnown && !lane.isClosing && lane.waiting.length > 0) candidates.push(lane);
  }
  const started = new Map<Lane, number>();
  const failingLimit = Math.max(1, Math.floor(settings.concurrency / 2));
  let open = candidates;
  while (open.length > 0 && total < settings.concurrency) {
    const again: Lane[] = [];
    for (const lane of open) {
      const window = windowOf(lane, settings);
      const chosen = started.get(lane) ?? 0;
      const isFailing = lane.health.failures > 0;
      if (lane.underWay + chosen >= window || total >= settings.concurrency) continue;
      if (isFailing && failing >= failingLimit) continue;
      const delivery = nextAllowed(lane, refuse);
      if (delivery === undefined) continue;
      if (bytes > 0 && bytes + delivery.bytes > settings.bufferedBytes) {
        lane.waiting.unshift(delivery);
        return { begin, refuse };
      }
      bytes += delivery.bytes;
      total += 1;
      if (isFailing) failing += 1;
      begin.push({ lane, delivery });
      started.set(lane, chosen + 1);
      again.push(lane);
    }
    open = again;
  }
  return { begin, refuse };
}

/** An endpoint whose circuit was open gets one attempt to prove itself. */
function windowOf({ health, window }: Lane, { circuitThreshold }: DeliverySettings): number {
  return health.failures >= circuitThreshold ? 1 : window;
}

function nextAllowed(lane: Lane, refuse: (Choice & { error: string })[]): WaitingDelivery | undefined {
  for (let delivery = lane.waiting.shift(); delivery !== undefined; delivery = lane.waiting.shift()) {
    if (lane.access.kind === "inactive") refuse.push({ lane, delivery, error: "application-inactive" });
    else if (isAllowed(lane, delivery)) return delivery;
    else refuse.push({ lane, delivery, error: "type-not-granted" });
  }
  return undefined;
}

/** Whoever may manage an endpoint tests it, also for events that aren't granted. */
function isAllowed({ access }: Lane, { kind, event_type }: WaitingDelivery): boolean {
  return kind === "test" || access.kind !== "open" || access.granted.has(event_type);
}
