/** A server that a test can stop, freeze and restart. */
export interface OwnServer {
  /** The URL of the server, which is the same after each start. */
  readonly url: string;
  /** Starts the server and waits until it answers. */
  readonly start: () => Promise<void>;
  /** Stops the server: connections are closed, and new ones refused. */
  readonly stop: () => Promise<void>;
  /** Suspends the server: it keeps its connections but doesn't answer. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Stops the server and removes its files. */
  readonly remove: () => Promise<void>;
}
