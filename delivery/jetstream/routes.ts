import type { SendableAttempt, SentAttempt } from "../engine/sender.js";
import type { SeenWorker } from "./workers.js";

/** An attempt that was handed to its route. */
export interface RoutedAttempt {
  readonly attempt: SendableAttempt;
  readonly route: Route;
  readonly resolve: (sent: SentAttempt) => void;
}

/** Where attempts to one endpoint go as long as one of them is under way. */
export interface Route {
  readonly endpointId: string;
  /** Undefined: the relay's own process. */
  readonly worker: SeenWorker | undefined;
  underWay: number;
  /** Whether nothing more begins until nothing is under way. */
  isDraining: boolean;
  /** What is given back to the engine then, together, so that nothing overtakes it. */
  readonly returned: { readonly item: RoutedAttempt; readonly kind: "unsent" | "interrupted" }[];
}

/** The routes of all endpoints with something under way. */
export interface Routes {
  readonly find: (endpointId: string) => Route | undefined;
  readonly open: (endpointId: string, worker: SeenWorker | undefined) => Route;
  /** Gives an attempt back that hasn't begun, when nothing is under way any more. */
  readonly hold: (item: RoutedAttempt) => void;
  /** An attempt that was under way has ended. */
  readonly end: (item: RoutedAttempt, sent: SentAttempt) => void;
  /** Nothing more goes to a worker until nothing is under way there. */
  readonly drain: (worker: SeenWorker) => void;
}

/** No routes. All attempts to an endpoint that are under way are at one place, where they begin in order. */
export function createRoutes(): Routes {
  const routes = new Map<string, Route>();
  const settle = (route: Route): void => {
    if (route.underWay > 0) return;
    if (routes.get(route.endpointId) === route) routes.delete(route.endpointId);
    for (const { item, kind } of route.returned.splice(0)) item.resolve({ kind });
  };
  return {
    find: (endpointId) => routes.get(endpointId),
    open(endpointId, worker) {
      const route = { endpointId, worker, underWay: 0, isDraining: false, returned: [] };
      routes.set(endpointId, route);
      return route;
    },
    hold(item) {
      const { route } = item;
      route.isDraining = true;
      route.returned.push({ item, kind: "unsent" });
      settle(route);
    },
    end(item, sent) {
      const { route } = item;
      route.underWay -= 1;
      if (sent.kind === "ended") item.resolve(sent);
      else {
        route.isDraining = true;
        route.returned.push({ item, kind: sent.kind });
      }
      settle(route);
    },
    drain(worker) {
      for (const route of routes.values()) if (route.worker === worker) route.isDraining = true;
    },
  };
}
