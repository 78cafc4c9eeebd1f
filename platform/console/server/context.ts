import type { Commands } from "./api/commands.js";
import type { SandboxControl } from "./create-control.js";
import type { SignInIssuer } from "./issuer.js";
import type { LogFeed } from "./log-feed.js";
import type { Sessions } from "./sessions.js";

/** What the parts of the Console share. */
export interface ConsoleContext {
  readonly origin: string;
  readonly control: SandboxControl;
  readonly issuer: SignInIssuer;
  readonly sessions: Sessions;
  readonly commands: Commands;
  readonly feed: LogFeed;
  /** The token endpoint of an issuer, as its discovery document has it (§5.3); `null` if that can't be read now. */
  readonly findTokenEndpoint: (issuer: string) => Promise<string | null>;
  /** Milliseconds since 1970, in real time. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  readonly onFailure: (failure: unknown) => void;
}
