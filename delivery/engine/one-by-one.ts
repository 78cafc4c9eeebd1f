import { type ChoiceLimits, type Choices, chooseNext } from "./choose.js";
import { isDone, isOpen, type Lane } from "./lane.js";

/** When one delivery after the other is chosen. */
interface OrderedLimits extends ChoiceLimits {
  /** Whether nothing is under way, and no lane is due that isn't held. */
  readonly isSettled: boolean;
}

/**
 * Chooses the one delivery that was due first, or that was published first among those. Nothing is chosen while an attempt is under way, or as
 * long as a lane may have an older one that isn't read yet: then the order would depend on how soon a receiver or the store answers.
 */
export function chooseOldest(lanes: Iterable<Lane>, { isSettled, ...limits }: OrderedLimits): Choices {
  const inactive: Lane[] = [];
  let first: Lane | undefined;
  let isKnown = isSettled;
  for (const lane of lanes) {
    if (lane.access.kind === "inactive") inactive.push(lane);
    else if (mayHaveMore(lane, limits.now)) isKnown = false;
    else if (!isDone(lane) && (first === undefined || isOlder(lane, first))) first = lane;
  }
  const chosen = isKnown && first !== undefined ? [...inactive, first] : inactive;
  const settings = { ...limits.settings, concurrency: 1 };
  return chooseNext(chosen, { ...limits, settings });
}

/** Whether something in it may be due that can't be chosen yet. */
function mayHaveMore(lane: Lane, now: number): boolean {
  // It is given back, and leased again if something is still due.
  if (lane.isClosing) return lane.waiting.length > 0 && lane.restUntil <= now && !isOpen(lane.health, now);
  return lane.access.kind === "unknown" || (lane.waiting.length === 0 && lane.hasMore);
}

function isOlder({ waiting: [one] }: Lane, { waiting: [other] }: Lane): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return one.due_at < other.due_at || (one.due_at === other.due_at && one.sequence < other.sequence);
}
