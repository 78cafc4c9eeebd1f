import type { Delivery } from "@oipkit/delivery";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { World } from "../world/world.js";
import type { TransportSwitch } from "./switch.js";

/** What a torment drives. */
export interface TormentParts {
  readonly world: Pick<World, "view" | "run" | "onCommit">;
  readonly clock: Pick<SandboxClock, "now" | "realNow" | "mode">;
  readonly commerce: Commerce;
  readonly delivery: Delivery;
  readonly advance: (until: number) => Promise<unknown>;
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly through: TransportSwitch["through"];
  /** Resolves after so many milliseconds of real time. */
  readonly sleep: (ms: number) => Promise<void>;
}
