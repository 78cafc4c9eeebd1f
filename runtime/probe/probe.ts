import type { IncomingMessage, ServerResponse } from "node:http";
import type { Inbox } from "../ports/inbox.js";
import type { Logger } from "../ports/logger.js";
import type { NonceStore } from "../ports/nonce-store.js";
import type { ProbeStores } from "./options.js";

/** The part of a receiver that a probe uses. */
export interface ProbedReceiver {
  /** Resolves when the pending work of the inbox is done. */
  readonly drain: () => Promise<unknown>;
}

/** A request listener of Node's `http`, which also fits Express. */
export type ProbeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The conformance probe of a receiver. Its requests are `GET …/inbox/{event_id}`, `GET …/resources/{resource_id}`,
 * `GET …/leaks?needle=…`, `PUT …/faults` and `POST …/restart`, below any path that contains none of these words.
 */
export interface Probe<Transaction = unknown> {
  readonly enabled: boolean;
  /** The inbox for the receiver. */
  readonly inbox: Inbox<Transaction>;
  /** The nonce store for the receiver. */
  readonly nonces: NonceStore;
  /**
   * The logger for the receiver; what is written to it can be searched for leaks. Without an argument, the receiver's default
   * logger. What your code logs elsewhere isn't seen: pass it to `record`.
   */
  readonly logger: {
    (logger: Logger): Logger;
    (logger?: Logger | false): Logger | false | undefined;
  };
  /** Adds a text that was written somewhere else, such as a line of another log, so that leaks in it are found. */
  readonly record: (text: string) => void;
  /** Names the receiver. Reading a resource then waits for the handlers of what was acknowledged before. */
  readonly observe: (receiver: ProbedReceiver) => void;
  /** Replaces the stores behind `inbox` and `nonces`, in `restart`. The caller closes the previous ones. */
  readonly use: (stores: ProbeStores<Transaction>) => void;
  /** Answers requests of Node's HTTP server. */
  readonly listener: ProbeListener;
  /**
   * Answers a Fetch request. Never rejects. A Fetch request doesn't say who sent it; if your server knows the sender's
   * address, pass it as `remoteAddress`, and others than this machine are refused. Without it, only the names in the request are checked.
   */
  readonly handle: (
    request: Request,
    connection?: { readonly remoteAddress?: string | undefined },
  ) => Promise<Response>;
}
