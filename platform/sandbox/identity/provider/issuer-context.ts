import type { SandboxClock } from "../../clock/sandbox-clock.js";
import type { Environment } from "../../platform/records/common.js";
import type { World } from "../../world/world.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { IdentityRows } from "../rows/identity-rows.js";
import type { IdentitySettings } from "../settings.js";
import type { FirstPartyClient } from "./first-party.js";

/** What the parts of one issuer share. */
export interface IssuerContext {
  readonly environment: Environment;
  /** As its tokens name it. */
  readonly issuer: string;
  /** Of the issuer's URL, without a slash at the end. */
  readonly path: string;
  readonly world: World;
  readonly clock: Pick<SandboxClock, "now" | "at">;
  readonly rows: IdentityRows;
  readonly keys: KeyRing;
  readonly settings: IdentitySettings;
  /** The platform's own client, which isn't one of an application. */
  readonly firstParty: FirstPartyClient;
  /** An unexpected failure, which the caller of the issuer doesn't see. */
  readonly onFailure: (error: unknown) => void;
}
