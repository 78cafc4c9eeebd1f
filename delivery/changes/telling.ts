import type { DeliveryContext } from "../context.js";
import type { OperationalPublisher } from "./operational-events.js";

/** Publishes operational events while an engine runs. */
export interface Telling extends OperationalPublisher {
  /** Begins to look for changes, also for those that other processes noted. */
  readonly start: () => void;
  /** Says that there are changes. */
  readonly kick: () => void;
  /** Ends, after what is being published. */
  readonly stop: () => Promise<void>;
}

/** How often the store is asked for changes that others noted, or that couldn't be published, in milliseconds. */
const restMs = 5000;

/** Publishes one batch after the other. Its failures are told to the observer; the changes stay until the next time. */
export function createTelling(
  { clock, observer }: Pick<DeliveryContext, "clock" | "observer">,
  { publishNoted }: OperationalPublisher,
): Telling {
  let isStarted = false;
  let isKicked = false;
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  const publish = async (): Promise<void> => {
    while (isKicked && isStarted) {
      isKicked = false;
      try {
        await publishNoted();
      } catch (failure) {
        try {
          observer.onFailure?.(failure);
        } catch {
          // It only watches.
        }
      }
    }
  };
  const kick = (): void => {
    isKicked = true;
    if (!isStarted || running !== undefined) return;
    cancel?.();
    running = publish().finally(() => {
      running = undefined;
      if (!isStarted) return;
      if (isKicked) kick();
      else cancel = clock.wakeAt(clock.now() + restMs, kick);
    });
  };
  return {
    publishNoted,
    kick,
    start() {
      if (isStarted) return;
      isStarted = true;
      kick();
    },
    async stop() {
      isStarted = false;
      cancel?.();
      await running;
    },
  };
}
