import type { Party } from "./finding.js";
import type { Mode } from "./mode.js";

/** Whose programs must keep working, and which side moves on. */
export interface Perspective {
  readonly as: Party | "both";
  /** Absent: `backward` for sides, `full` for schemas alone. */
  readonly mode: Mode | undefined;
}

/** The sides that may run programs of the old version against the new version of the other side. */
export function sidesToKeep({ as, mode = "backward" }: Perspective): ReadonlySet<Party> {
  const opposite: Readonly<Record<Party, Party>> = { consumer: "provider", provider: "consumer" };
  const sides: readonly Party[] = as === "both" ? ["consumer", "provider"] : [as];
  return new Set(
    sides.flatMap((side): Party[] => {
      if (mode === "full") return [side, opposite[side]];
      return [mode === "backward" ? side : opposite[side]];
    }),
  );
}
