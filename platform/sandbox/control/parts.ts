import type { Delivery } from "@oipkit/delivery";
import type { TransportSwitch } from "../adversary/switch.js";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { Environment } from "../platform/records/common.js";
import type { Faults } from "../server/faults.js";
import type { World } from "../world/world.js";
import type { EmittedMemory } from "./emitted-memory.js";
import type { ExchangeReading } from "./exchange-reading.js";
import type { RequestReading } from "./request-reading.js";
import type { SandboxLog } from "./sandbox-log.js";

/** What the control drives. */
export interface SandboxParts {
  /** Base URLs of the API. */
  readonly apiUrls: Readonly<Record<Environment, string>>;
  /** Of the server, such as `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** The exact issuer of an environment. */
  readonly issuerOf: (environment: Environment) => string;
  readonly world: World;
  readonly clock: SandboxClock;
  /** Moves the clock to a time, and does all that becomes due on the way, each at its own time. */
  readonly advance: (until: number) => Promise<unknown>;
  /** Stops the clock, or lets it run; kept over a restart. */
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly commerce: Commerce;
  readonly delivery: Delivery;
  /** Sends deliveries another way, until the result is called. */
  readonly through: TransportSwitch["through"];
  readonly requests: RequestReading;
  /** Names of the API's checks, in their order. */
  readonly checkNames: readonly string[];
  /** The latest events of subscriptions. */
  readonly emitted: Pick<EmittedMemory, "of">;
  /** The latest requests to endpoints. */
  readonly exchanges: ExchangeReading;
  readonly log: SandboxLog;
  readonly faults: Faults;
  /** The whole state as one file, and back. */
  readonly snapshot: () => Promise<Uint8Array>;
  readonly restore: (file: Uint8Array) => Promise<void>;
  /** That many random bytes, for client secrets. */
  readonly random: (size: number) => Uint8Array;
}
