import { StoreFailure } from "@oipkit/runtime/stores";
import type { DeliveryContext } from "../context.js";

/** What healthy means. */
export interface DeliveryHealthOptions {
  /** When the engine last finished a pass over the store, in milliseconds since 1970; undefined if it never did. */
  readonly lastPass?: (() => number | undefined) | undefined;
  /** How long ago that may be, in milliseconds. Default: one minute. */
  readonly maxPassAgeMs?: number | undefined;
  /** How long a delivery may be overdue, in milliseconds. Default: five minutes. */
  readonly maxLagMs?: number | undefined;
  /** How long a report or a check waits for the store, in milliseconds; then, it counts as unreachable. Default: five seconds. */
  readonly maxWaitMs?: number | undefined;
  /** How many endpoints wait because of a fault of the platform, which this engine has noticed. */
  readonly blocked?: (() => number) | undefined;
}

/** The state of an engine. `reachable` false: nothing else is known. */
export interface DeliveryHealthReport {
  readonly status: "ok" | "unavailable";
  readonly reachable: boolean;
  /** False if the store is read-only, or its last write failed and so did one that was tried now. */
  readonly writable: boolean;
  /**
   * How long the oldest delivery is overdue that could be sent now, in milliseconds; 0 if none is. What waits because of a fault of the
   * platform counts.
   */
  readonly lagMs: number | undefined;
  /**
   * How many endpoints wait because of a fault of the platform: their application or their credentials couldn't be looked up by this engine.
   * They make it unavailable once they have waited too long, like everything that is overdue.
   */
  readonly blockedEndpoints: number;
  /** How long ago the last pass was, in milliseconds. */
  readonly passAgeMs: number | undefined;
}

/** Health of an engine. */
export interface DeliveryHealth {
  /** Never rejects. */
  readonly report: () => Promise<DeliveryHealthReport>;
  /** For `createHealth` of `@oipkit/runtime/operations/health`. */
  readonly checks: Readonly<Record<"store" | "lag" | "pass", () => Promise<void>>>;
}

/** Watches whether an engine keeps up. Endpoints that are paused, or whose own failures opened their circuit, don't count. */
export function createDeliveryHealth(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  options: DeliveryHealthOptions = {},
): DeliveryHealth {
  const { lastPass, maxPassAgeMs = 60_000, maxLagMs = 300_000, maxWaitMs = 5000, blocked } = options;
  const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
    withTimeLimit(work, { ms: maxWaitMs, place: store.place });
  // What no engine has looked at yet.
  const oldestWake = async (): Promise<number | undefined> => {
    if (store.dialect !== "postgres") return undefined;
    const { oldest } = await store.watching
      .selectFrom("wakes")
      .innerJoin("endpoints", "endpoints.id", "wakes.endpoint_id")
      .select(({ fn }) => fn.min("wakes.at").as("oldest"))
      .where("endpoints.state", "=", "active")
      .executeTakeFirstOrThrow();
    return oldest ?? undefined;
  };
  const lag = async (): Promise<number> => {
    const now = clock.now();
    const { oldest } = await store.watching
      .selectFrom("lanes")
      .innerJoin("endpoints", "endpoints.id", "lanes.endpoint_id")
      .select(({ fn }) => fn.min("lanes.ready_at").as("oldest"))
      .where("lanes.ready_at", "<=", now)
      .where("lanes.open_until", "<=", now)
      .where("endpoints.state", "=", "active")
      .executeTakeFirstOrThrow();
    const published = await oldestWake();
    const first = Math.min(Number(oldest ?? now), published ?? now);
    return Math.max(0, now - first);
  };
  const started = clock.now();
  const passAge = (): number | undefined =>
    lastPass === undefined ? undefined : Math.max(0, clock.now() - (lastPass() ?? started));
  return {
    async report() {
      const passAgeMs = passAge();
      const blockedEndpoints = blocked?.() ?? 0;
      const [lagMs, writable] = await Promise.all([
        inTime(lag()).catch(() => undefined),
        inTime(store.check()).then(
          () => true,
          () => false,
        ),
      ]);
      const keepsUp = lagMs !== undefined && lagMs <= maxLagMs && (passAgeMs ?? 0) <= maxPassAgeMs;
      const status = keepsUp && writable ? "ok" : "unavailable";
      return { status, reachable: lagMs !== undefined, writable, lagMs, blockedEndpoints, passAgeMs };
    },
    checks: {
      async store() {
        await inTime(Promise.all([lag(), store.check()]));
      },
      async lag() {
        const lagMs = await inTime(lag());
        if (lagMs > maxLagMs) throw new Error(`a delivery is overdue by ${lagMs} ms`);
      },
      async pass() {
        const passAgeMs = passAge() ?? 0;
        if (passAgeMs > maxPassAgeMs) throw new Error(`the last pass was ${passAgeMs} ms ago`);
      },
    },
  };
}

/** Rejects with `store-unreachable` if a promise isn't settled in time. Its own time isn't that of a virtual clock, which stands still. */
function withTimeLimit<Result>(
  work: Promise<Result>,
  { ms, place }: { readonly ms: number; readonly place: string },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StoreFailure("store-unreachable", `${place} didn't answer within ${ms} ms`)),
      ms,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
