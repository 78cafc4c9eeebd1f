import type { Commands } from "./api/commands.js";
import type { Control } from "./control/create-control.js";
import type { LogFeed } from "./live/log-feed.js";
import type { Sessions } from "./session/sessions.js";
import type { Issuer } from "./sign-in/issuer.js";

/** What the parts of the Console share. */
export interface ConsoleContext {
  readonly origin: string;
  readonly control: Control;
  readonly issuer: Issuer;
  readonly sessions: Sessions;
  readonly commands: Commands;
  readonly feed: LogFeed;
  /** The token endpoint of an issuer, as its discovery document has it (§5.3); `null` if that can't be read now. */
  readonly tokenEndpointOf: (issuer: string) => Promise<string | null>;
  /** Milliseconds since 1970, in real time. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  readonly onFailure: (failure: unknown) => void;
}
