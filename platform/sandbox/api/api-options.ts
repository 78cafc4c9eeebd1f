import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { SandboxApi } from "../generated/schemas.js";
import type { World } from "../world/world.js";
import type { ApiCommerce } from "./commerce-port.js";
import type { RequestLog } from "./log/request-log.js";
import type { ApiBases } from "./request/request-address.js";
import type { VerifyToken } from "./verified-token.js";

/** What the API is made of. */
export interface ApiOptions {
  readonly world: Pick<World, "view" | "run">;
  readonly clock: Pick<SandboxClock, "now">;
  readonly verify: VerifyToken;
  readonly commerce: ApiCommerce;
  /** Codes and statuses of denials, sizes, lifetimes. */
  readonly choices: SandboxApi;
  readonly log: RequestLog;
  /** What request ids begin with; different at each start, so that no id of the log is used twice. */
  readonly requestPrefix: string;
  /** Default: the sandbox at the root, production below `/production`. */
  readonly bases?: ApiBases | undefined;
  /** The real time in milliseconds since 1970. Default: `Date.now`. */
  readonly realNow?: (() => number) | undefined;
  /** A clock of milliseconds for durations. Default: `performance.now`. */
  readonly elapsed?: (() => number) | undefined;
  /** Told of what a caller sees only as 500. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}
