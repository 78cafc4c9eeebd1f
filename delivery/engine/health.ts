import type { DeliverySettings } from "../settings.js";
import type { LaneHealth } from "./rows.js";

/** What an attempt says about its endpoint. */
export interface Experience {
  readonly kind: "succeeded" | "failed" | "lost";
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Whether the circuit of an endpoint is open. */
export function isOpen({ open_until }: Pick<LaneHealth, "open_until">, now: number): boolean {
  return open_until > now;
}

type HealthSettings = Pick<DeliverySettings, "circuitThreshold" | "circuitBaseMs" | "circuitMaxMs">;

/**
 * The health after an attempt. Attempts that were under way when the circuit opened don't open it for longer. `lost` means that the
 * delivery failed for good.
 */
export function healthAfter(
  health: LaneHealth,
  experience: Experience,
  settings: HealthSettings,
): LaneHealth {
  const { kind, now, random } = experience;
  if (kind === "succeeded") return { failures: 0, failing_since: null, open_until: 0, lost: 0 };
  const lost = health.lost + (kind === "lost" ? 1 : 0);
  if (health.open_until > now) return { ...health, lost };
  const failures = health.failures + 1;
  const excess = failures - settings.circuitThreshold;
  const longest = Math.min(settings.circuitMaxMs, settings.circuitBaseMs * 2 ** Math.min(excess, 30));
  // Half of it is by chance, so that endpoints that failed together aren't probed together.
  const open_until = excess < 0 ? 0 : Math.ceil(now + (longest / 2) * (1 + random()));
  return { failures, failing_since: health.failing_since ?? now, open_until, lost };
}

/** The attempts that may be under way at once after one more experience. */
export function windowAfter(window: number, kind: Experience["kind"], limit: number): number {
  return kind === "succeeded" ? Math.min(limit, window + 1) : Math.max(1, Math.floor(window / 2));
}
