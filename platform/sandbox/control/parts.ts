import type { Delivery } from "@oipkit/delivery";
import type { OrganizationClocks } from "../clock/organization-clocks.js";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { TransportSwitch } from "../deliveries/create-deliveries.js";
import type { Redeliveries } from "../deliveries/redeliveries.js";
import type { SignedEvent } from "../deliveries/signed.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { Environment } from "../platform/records/common.js";
import type { Faults } from "../server/faults.js";
import type { World } from "../world/world.js";
import type { Schemas } from "./operation.js";
import type { EmittedMemory, SandboxLog } from "./sandbox-log.js";

/** What the control drives. */
export interface SandboxParts {
  /** Base URLs of the API. */
  readonly apiUrls: Readonly<Record<Environment, string>>;
  /** Of the server, such as `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** The exact issuer of an environment. */
  readonly environmentIssuer: (environment: Environment) => string;
  readonly world: World;
  readonly clock: SandboxClock;
  /** Moves the clock to a time, and does all that becomes due on the way, each at its own time. */
  readonly advance: (until: number) => Promise<unknown>;
  /** Stops the clock, or lets it run; kept over a restart. */
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** The clocks of organizations that don't go by the sandbox's. */
  readonly organizationClocks: OrganizationClocks;
  readonly commerce: Commerce;
  readonly delivery: Delivery;
  readonly redeliveries: Redeliveries;
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

/** The latest requests to endpoints, as the control shows them: without secrets. */
interface ExchangeReading {
  /** Those of a delivery, the first attempt first. */
  readonly of: (deliveryId: string) => readonly Schemas["Exchange"][];
  /** The same as they were signed, to compare with; they have secrets. */
  readonly signed: (deliveryId: string) => readonly SignedEvent[];
}

/** Which requests of the API to list; without a filter, all. */
interface RequestQuery {
  /** `null`: only those that no application could be told for. */
  readonly application?: string | null | undefined;
  readonly status?: number | undefined;
  /** The name of a check. */
  readonly deniedBy?: string | undefined;
  /** Words. */
  readonly search?: string | undefined;
  /** Only those before this one; `next` of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

type Page = Pick<Schemas["RequestPage"], "requests" | "next">;

/** The API's log of requests, as the control shows it. */
interface RequestReading {
  /** The latest first, without their checks. */
  readonly list: (query: RequestQuery) => Promise<Page> | Page;
  /** With every check. */
  readonly show: (
    id: string,
  ) => Promise<Schemas["ApiRequest"] | undefined> | Schemas["ApiRequest"] | undefined;
}
