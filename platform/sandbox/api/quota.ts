import type { Time } from "../platform/records/common.js";
import type { ApiProduct } from "../platform/records/products.js";

/** How much of a quota is used. */
export interface QuotaUse {
  /** Requests of the current window, without this one. */
  readonly used: number;
  readonly limit: number;
  /** When the window ends, in the sandbox's time. */
  readonly until: Time;
}

/** Counts what each identity of an application asks of an API product, in windows of the sandbox's time. */
export interface Quotas {
  readonly use: (permission: string, quota: ApiProduct["quota"], now: Time) => QuotaUse;
  /** Counts a request; those that an earlier check denied don't count. */
  readonly count: (permission: string) => void;
}

/** No quota: for a request whose product isn't known. */
export const noQuota: QuotaUse = { used: 0, limit: 0, until: 0 };

/** Counters in memory, one for each permission that was used. */
export function createQuotas(): Quotas {
  const windows = new Map<string, { until: Time; used: number }>();
  return {
    use(permission, { requests, seconds }, now) {
      const length = seconds * 1000;
      let window = windows.get(permission);
      // A window that ends later than it could was counted before the state was restored to an earlier time, or under another quota.
      if (window === undefined || window.until <= now || window.until > now + length) {
        window = { until: now + length, used: 0 };
        windows.set(permission, window);
      }
      return { used: window.used, limit: requests, until: window.until };
    },
    count(permission) {
      const window = windows.get(permission);
      if (window !== undefined) window.used++;
    },
  };
}
