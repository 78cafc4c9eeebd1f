import type { Observer } from "@oipkit/delivery";

/** Observers that come and go. */
export interface ObserverHub {
  readonly observer: Observer;
  /** The result ends it. */
  readonly add: (observer: Observer) => () => void;
}

/** Passes what the engine does on to all observers of the moment. What one of them throws is ignored. */
export function createObserverHub(): ObserverHub {
  const all = new Set<Observer>();
  const each = (tell: (observer: Observer) => void): void => {
    for (const observer of [...all]) {
      try {
        tell(observer);
      } catch {
        // It only watches.
      }
    }
  };
  return {
    observer: {
      onAttempt: (report) => each((observer) => observer.onAttempt?.(report)),
      onEndpoint: (report) => each((observer) => observer.onEndpoint?.(report)),
      onFailure: (failure) => each((observer) => observer.onFailure?.(failure)),
    },
    add(observer) {
      all.add(observer);
      return () => void all.delete(observer);
    },
  };
}
