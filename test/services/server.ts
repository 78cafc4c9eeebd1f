/** A server that a test may stop, freeze and start again as it likes. */
export interface OwnServer {
  /** Where it answers while it runs; the same after each start. */
  readonly url: string;
  /** Starts it and waits until it answers. */
  readonly start: () => Promise<void>;
  /** Ends it: connections are closed, and new ones refused. */
  readonly stop: () => Promise<void>;
  /** It goes on existing, and answers no more. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it and takes its files away. */
  readonly remove: () => Promise<void>;
}
